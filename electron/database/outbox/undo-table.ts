import type { Database } from 'better-sqlite3';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { textOf, textsOf } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

/**
 * The undo history of each connection, as JSON whose shape only the caller knows.
 *
 * @param read parses the stored history; null when there is none yet
 */
export function undoTable<Stacks>(db: Database, read: (stored: unknown) => Stacks) {
  const { afterCommit } = transactions(db);
  // A cache, because every edit adds to the history while a person waits; only this thread writes it.
  const cache = new Map<ConnectionId, Stacks>();
  const select = db.prepare<[string], unknown>('SELECT stacks_json FROM undo_stacks WHERE connection_id = ?').pluck();
  const upsert = db.prepare<[string, string]>(/* sql */ `
    INSERT INTO undo_stacks (connection_id, stacks_json) VALUES (?, ?)
    ON CONFLICT (connection_id) DO UPDATE SET stacks_json = excluded.stacks_json
  `);
  const selectParts = db
    .prepare<[string], unknown>('SELECT part_json FROM undo_runs WHERE connection_id = ? ORDER BY position')
    .pluck();
  const addPart = db.prepare<{ id: string; part: string }>(/* sql */ `
    INSERT INTO undo_runs (connection_id, position, part_json)
    SELECT @id, coalesce(max(position), 0) + 1, @part FROM undo_runs WHERE connection_id = @id
  `);
  const clear = db.prepare<[string]>('DELETE FROM undo_runs WHERE connection_id = ?');
  return {
    /** Parts of an undo that is under way, oldest first. */
    journal: {
      parts: (id: ConnectionId): readonly unknown[] =>
        textsOf(selectParts.all(id)).map((text): unknown => JSON.parse(text)),
      add: (id: ConnectionId, part: unknown): void => void addPart.run({ id, part: JSON.stringify(part) }),
      clear: (id: ConnectionId): void => void clear.run(id),
    },
    get: (id: ConnectionId): Stacks => {
      const cached = cache.get(id);
      if (cached !== undefined) return cached;
      const row = select.get(id);
      return read(row === undefined ? null : JSON.parse(textOf(row)));
    },
    set: (id: ConnectionId, stacks: Stacks): void => {
      cache.delete(id);
      upsert.run(id, JSON.stringify(stacks));
      afterCommit(() => void cache.set(id, stacks));
    },
  };
}
