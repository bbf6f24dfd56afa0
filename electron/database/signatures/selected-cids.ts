import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { hasCid } from '../../../src/domain/signatures/cid.ts';
import { network, type ConnectionId } from '../../../src/domain/core/ids.ts';
import type { Selection } from '../../../src/domain/files/queries.ts';
import { selectedRows } from '../file-lists/query-rows.ts';
import type { ContentRef } from './fetch-jobs-table.ts';

const contentRow = z.object({ network, cid: z.string() });

/** The CIDs of chosen files, in their order and in parts; without files that have none. */
export function selectedCids(
  db: Database,
): (connectionId: ConnectionId, selection: Selection, partRows: number) => Iterable<readonly ContentRef[]> {
  const rowIds = selectedRows(db);
  const select = db.prepare<[number], unknown>('SELECT network, cid FROM files WHERE row_id = ?');
  const read = (rowId: number): readonly ContentRef[] => {
    const row = select.get(rowId);
    const content = row === undefined ? null : contentRow.parse(row);
    return content === null || !hasCid(content.cid) ? [] : [content];
  };
  return function* (connectionId, selection, partRows) {
    const all = rowIds(connectionId, selection);
    for (let from = 0; from < all.length; from += partRows) {
      yield Array.from(all.subarray(from, from + partRows)).flatMap(read);
    }
  };
}
export type SelectedCids = ReturnType<typeof selectedCids>;
