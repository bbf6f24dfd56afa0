import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type ConnectionId, fileId, type FileKey, network } from '../../../src/domain/core/ids.ts';
import type { FileQuery } from '../../../src/domain/files/queries.ts';
import type { Selection } from '../../../src/domain/files/selection.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { numberOf } from '../sqlite/column-parsers.ts';
import { queryRows } from './query-rows.ts';

/** Finds the row ids of a selection: in the order of the view, or as the selection names them. */
export function selectedRows(db: Database): (connectionId: ConnectionId, selection: Selection) => Uint32Array {
  const ids = mirrorIds(db);
  const find = queryRows(db);
  const select = db
    .prepare<[number, string, string], unknown>('SELECT row_id FROM files WHERE copy = ? AND network = ? AND id = ?')
    .pluck();

  const named = (mirrorId: number, keys: readonly FileKey[]): ReadonlySet<number> =>
    new Set(
      keys.flatMap(({ network, id }) => {
        const rowId = select.get(mirrorId, network, id);
        return rowId === undefined ? [] : [numberOf(rowId)];
      }),
    );
  const viewed = (mirrorId: number, query: FileQuery): Uint32Array =>
    find.rowIds(mirrorId, query, (among) => find.order(query.sort.column, among, null)) ?? new Uint32Array();

  return db.transaction((connectionId: ConnectionId, selection: Selection): Uint32Array => {
    const mirrorId = ids.find(connectionId);
    if (mirrorId === null) return new Uint32Array();
    if (selection.kind === 'keys') return Uint32Array.from(named(mirrorId, selection.keys));
    const all = viewed(mirrorId, selection.query);
    const left = named(mirrorId, selection.except);
    return left.size === 0 ? all : all.filter((rowId) => !left.has(rowId));
  });
}

const keyRow = z.object({ network, id: fileId });

/** Every file of a view but a few, in the view's order: the selection as of now. */
export function selectedFiles(
  db: Database,
): (connectionId: ConnectionId, query: FileQuery, except: readonly FileKey[]) => readonly FileKey[] {
  const rowIds = selectedRows(db);
  const select = db.prepare<[number], unknown>('SELECT network, id FROM files WHERE row_id = ?');
  return (connectionId, query, except) =>
    Array.from(rowIds(connectionId, { kind: 'view', query, except: [...except] }), (rowId) =>
      keyRow.parse(select.get(rowId)),
    );
}
