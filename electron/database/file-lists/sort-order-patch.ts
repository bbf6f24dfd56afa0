import type { Database, Statement } from 'better-sqlite3';
import type { FileColumn } from '../../../src/domain/files/queries.ts';
import type { Missed } from '../mirror/row-change-log.ts';
import { ORDERED_BY, sortOrders, type SortedBy } from './sort-order.ts';

/** Patches a sort order with the few rows that changed, went or came; reads none of the others. */
export function patchSortOrder(
  db: Database,
): (order: SortedBy, missed: Missed, column: FileColumn, mirrorId: number) => SortedBy {
  const ordered = sortOrders(db);
  const comparing = new Map<FileColumn, Statement<[number, number], unknown>>();

  function isBefore(column: FileColumn): (row: number, other: number) => boolean {
    const key = ORDERED_BY[column];
    const compare =
      comparing.get(column) ??
      db
        .prepare<[number, number], unknown>(
          /* sql */ `
          SELECT (one.${key}, one.row_id) < (other.${key}, other.row_id) FROM files AS one, files AS other
          WHERE one.row_id = ? AND other.row_id = ?
        `,
        )
        .pluck();
    comparing.set(column, compare);
    return (row, other) => compare.get(row, other) === 1;
  }

  return ({ valued, without }, { changed, added }, column, mirrorId) => {
    const gone = new Set(changed);
    const among = [...new Set([...changed, ...added])];
    const now = ordered(column, mirrorId, among);
    return {
      valued: merged(lacking(valued, gone), now.valued, isBefore(column)),
      without: merged(lacking(without, gone), now.without, (row, other) => row < other),
    };
  };
}

function lacking(rowIds: Uint32Array, gone: ReadonlySet<number>): Uint32Array {
  if (gone.size === 0) return rowIds;
  const left = new Uint32Array(rowIds.length);
  let length = 0;
  for (const rowId of rowIds) if (!gone.has(rowId)) left[length++] = rowId;
  return left.subarray(0, length);
}

/** @param rows in the same order as `into` */
function merged(into: Uint32Array, rows: Uint32Array, isBefore: (row: number, other: number) => boolean): Uint32Array {
  if (rows.length === 0) return into;
  const all = new Uint32Array(into.length + rows.length);
  let from = 0;
  rows.forEach((row, place) => {
    const at = placeOf(row, into, from, isBefore);
    all.set(into.subarray(from, at), from + place);
    all[at + place] = row;
    from = at;
  });
  all.set(into.subarray(from), from + rows.length);
  return all;
}

/** @returns the first position from `from` on whose row comes after `row` */
function placeOf(
  row: number,
  rowIds: Uint32Array,
  from: number,
  isBefore: (row: number, other: number) => boolean,
): number {
  let [low, high] = [from, rowIds.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = rowIds[middle];
    if (other !== undefined && isBefore(other, row)) low = middle + 1;
    else high = middle;
  }
  return low;
}
