import type { Database } from 'better-sqlite3';
import { connection, type Connection } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { jsonColumn } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

const stored = jsonColumn(connection);

/** The accounts this profile knows, in the order they were added. Tokens are not here. */
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
  // Asked for by every step of every exchange; only this thread writes it.
  const known = new Map<ConnectionId, Connection>();
  const changed = (id: ConnectionId): void => {
    known.delete(id);
    unit.afterRollback(() => known.clear());
  };

  return {
    list: (): readonly Connection[] => selectAll.all().map((row) => stored.parse(row)),
    get: (id: ConnectionId): Connection | null => {
      const held = known.get(id);
      const row = held === undefined ? select.get(id) : undefined;
      if (row === undefined) return held ?? null;
      const read = stored.parse(row);
      known.set(id, read);
      return read;
    },
    put: (of: Connection): void => {
      upsert.run(of.id, JSON.stringify(of));
      changed(of.id);
    },
    /** Its edits stay; its saved views would never be seen again, because a connection that is added has another id. */
    remove: (id: ConnectionId): void => {
      remove.run(id);
      removeViews.run(id);
      removeAlerts.run(id);
      changed(id);
    },
  };
}
