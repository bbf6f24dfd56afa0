import type { Database } from 'better-sqlite3';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { MOST_SUMMARY_CIDS, type SelectionContents } from '../../../src/domain/files/selection-summary.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { textOf } from '../sqlite/column-parsers.ts';
import { countByBitmaps } from './count-by-bitmaps.ts';
import { countByRows } from './count-by-rows.ts';

/** So few rows are read one by one faster than the bitmaps of all values are. */
const FEW_ROWS = 4_000;

/** Sums up selected rows: few of them exactly, many by the bitmaps of frequent values. Yields between slices. */
export function selectionContents(
  db: Database,
  yieldToEventLoop: () => Promise<void>,
): (connectionId: ConnectionId, rowIds: Uint32Array) => Promise<SelectionContents> {
  const ids = mirrorIds(db);
  const few = countByRows(db, yieldToEventLoop);
  const many = countByBitmaps(db, yieldToEventLoop);
  const selectCid = db.prepare<[number], unknown>('SELECT cid FROM files WHERE row_id = ?').pluck();
  const cidsOf = (rowIds: Uint32Array): string[] =>
    [...rowIds.subarray(0, MOST_SUMMARY_CIDS)].flatMap((rowId) => {
      const cid = selectCid.get(rowId);
      return cid === undefined ? [] : [textOf(cid)];
    });

  return async (connectionId, rowIds) => {
    const mirrorId = ids.find(connectionId) ?? 0;
    const cids = cidsOf(rowIds);
    const counts = rowIds.length <= FEW_ROWS ? await few(rowIds) : await many(mirrorId, rowIds);
    return { files: rowIds.length, cids, ...counts };
  };
}
