import type { Database } from 'better-sqlite3';
import type { ConnectionId, FileKey } from '../../../src/domain/core/ids.ts';
import { MOST_STARS, starsThem } from '../../../src/domain/files/file-marks.ts';
import { numberOf, readableFileKeys } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

/** The stars of each connection. Durable as an edit once they are kept. */
export function starsTable(db: Database) {
  const { atomically } = transactions(db);
  const where = 'connection_id = ? AND network = ? AND file_id = ?';
  const isThere = db.prepare<[string, string, string], unknown>(`SELECT 1 FROM stars WHERE ${where}`).pluck();
  const insert = db.prepare<[string, string, string]>(
    'INSERT INTO stars (connection_id, network, file_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const remove = db.prepare<[string, string, string]>(`DELETE FROM stars WHERE ${where}`);
  const removeAll = db.prepare<[string]>('DELETE FROM stars WHERE connection_id = ?');
  const select = db.prepare<[string], unknown>(
    'SELECT network, file_id FROM stars WHERE connection_id = ? ORDER BY network, file_id',
  );
  const count = db.prepare<[string], unknown>('SELECT count(*) FROM stars WHERE connection_id = ?').pluck();
  const has = (id: ConnectionId, key: FileKey): boolean => isThere.get(id, key.network, key.id) !== undefined;

  return {
    list: (id: ConnectionId): readonly FileKey[] => readableFileKeys(select.all(id)),
    has,
    count: (id: ConnectionId): number => numberOf(count.get(id)),
    /**
     * Stars the files, or takes their stars away where all of them have one.
     *
     * @returns null when the connection would have more than `MOST_STARS`; nothing is written then
     */
    toggle: (id: ConnectionId, keys: readonly FileKey[]): { readonly isStarred: boolean } | null =>
      atomically(() => {
        const starred = keys.filter((key) => has(id, key)).length;
        const isStarred = starsThem(keys.length, starred);
        if (isStarred && numberOf(count.get(id)) + keys.length - starred > MOST_STARS) return null;
        for (const key of keys) (isStarred ? insert : remove).run(id, key.network, key.id);
        return { isStarred };
      }),
    discardAll: (id: ConnectionId): void => void removeAll.run(id),
  };
}
export type StarsTable = ReturnType<typeof starsTable>;
