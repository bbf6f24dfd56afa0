import type { Database } from 'better-sqlite3';
import { connection, type Connection } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { jsonColumn } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

const stored = jsonColumn(connection);

/**
 * The connections of this profile, in the order they were added. Tokens are not here. Removing one also deletes its rows of
 * two other tables, `saved_views` and `key_alerts`.
 */
export function connectionsTable(db: Database) {
  const selectAll = db.prepare<[], unknown>('SELECT connection_json FROM connections ORDER BY rowid').pluck();
  const select = db.prepare<[string], unknown>('SELECT connection_json FROM connections WHERE id = ?').pluck();
  const upsert = db.prepare<[string, string]>(/* sql */ `
    INSERT INTO connections (id, connection_json) VALUES (?, ?)
    ON CONFLICT (id) DO UPDATE SET connection_json = excluded.connection_json
  `);
  const remove = db.prepare<[string]>('DELETE FROM connections WHERE id = ?');
  const removeViews = db.prepare<[string]>('DELETE FROM saved_views WHERE connection_id = ?');
  const removeAlerts = db.prepare<[string]>('DELETE FROM key_alerts WHERE connection_id = ?');

  const unit = transactions(db);
  // A cache, because every step of sync asks for its connection; only this thread writes the table.
  const cache = new Map<ConnectionId, Connection>();
  const changed = (id: ConnectionId): void => {
    cache.delete(id);
    unit.afterRollback(() => cache.clear());
  };

  return {
    list: (): readonly Connection[] => selectAll.all().map((row) => stored.parse(row)),
    get: (id: ConnectionId): Connection | null => {
      const cached = cache.get(id);
      const row = cached === undefined ? select.get(id) : undefined;
      if (row === undefined) return cached ?? null;
      const read = stored.parse(row);
      cache.set(id, read);
      return read;
    },
    put: (of: Connection): void => {
      upsert.run(of.id, JSON.stringify(of));
      changed(of.id);
    },
    /**
     * Deletes its saved views and key alerts too: a connection that is added again has another id, and would never show
     * them. Its edits stay.
     */
    remove: (id: ConnectionId): void => {
      remove.run(id);
      removeViews.run(id);
      removeAlerts.run(id);
      changed(id);
    },
  };
}
