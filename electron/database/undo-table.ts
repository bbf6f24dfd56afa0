import type { Database } from 'better-sqlite3';
import type { ConnectionId } from '../../src/domain/ids.ts';
import { textOf } from './rows.ts';

/** What can be taken back and done again, by connection, as JSON whose meaning is not known here. */
export function undoTable(db: Database) {
  const select = db.prepare<[string], unknown>('SELECT stacks_json FROM undo_stacks WHERE connection_id = ?').pluck();
  const upsert = db.prepare<[string, string]>(/* sql */ `
    INSERT INTO undo_stacks (connection_id, stacks_json) VALUES (?, ?)
    ON CONFLICT (connection_id) DO UPDATE SET stacks_json = excluded.stacks_json
  `);
  return {
    /** @returns null when nothing was done yet */
    get: (id: ConnectionId): unknown => {
      const row = select.get(id);
      return row === undefined ? null : JSON.parse(textOf(row));
    },
    set: (id: ConnectionId, stacks: unknown): void => void upsert.run(id, JSON.stringify(stacks)),
  };
}
