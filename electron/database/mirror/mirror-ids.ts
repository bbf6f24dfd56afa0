import type { Database } from 'better-sqlite3';
import type { ConnectionId, FileKey } from '../../../src/domain/core/ids.ts';
import { numberOf } from '../sqlite/column-parsers.ts';

/** Finds the row of a file. @returns null when the mirror does not hold the file */
export function fileRowId(
  db: Database,
): (mirrorId: number, key: Readonly<Record<keyof FileKey, string>>) => number | null {
  const select = db
    .prepare<[number, string, string], unknown>('SELECT row_id FROM files WHERE copy = ? AND network = ? AND id = ?')
    .pluck();
  return (mirrorId, { network, id }) => {
    const rowId = select.get(mirrorId, network, id);
    return rowId === undefined ? null : numberOf(rowId);
  };
}

/** Mirror ids: every row carries one, because a connection's id is long. */
export function mirrorIds(db: Database) {
  const select = db.prepare<[string], unknown>('SELECT number FROM copies WHERE connection_id = ?').pluck();
  const insert = db.prepare<[string]>('INSERT INTO copies (connection_id) VALUES (?)');
  const bumpKeys = db.prepare<[number]>('UPDATE copies SET keys_version = keys_version + 1 WHERE number = ?');

  const find = (id: ConnectionId): number | null => {
    const number = select.get(id);
    return number === undefined ? null : numberOf(number);
  };
  return {
    /** @returns null when the connection has no mirror */
    find,
    findOrMake: (id: ConnectionId): number => find(id) ?? Number(insert.run(id).lastInsertRowid),
    keysChanged: (mirrorId: number): void => void bumpKeys.run(mirrorId),
  };
}
