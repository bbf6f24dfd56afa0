import type { Database } from 'better-sqlite3';
import type { FileColumn, FileQuery } from '../../../src/domain/files/queries.ts';
import { keptOrder } from './sort-filtered.ts';
import { rowFilter } from './filters.ts';
import { inDirection, rowOrders, type RowOrder } from './sort-order.ts';
import { rowSearch } from '../text-index/search.ts';

/** So few rows are put in order faster by themselves than all of them are. */
const FEW = 5_000;

/**
 * Answers which rows a query finds, in its order. `whole` gives the order of all rows, or null when it is not at hand;
 * `scanned` are rows that hold the query's text, where they were looked for before.
 */
export function viewQuery(db: Database) {
  const order = rowOrders(db);
  const search = rowSearch(db);
  const filter = rowFilter(db);
  const kept = keptOrder();
  return {
    order,
    /** @returns null when the order of all rows is needed and not at hand */
    rowIds: (
      copy: number,
      query: FileQuery,
      whole: (copy: number, column: FileColumn) => RowOrder | null,
      scanned?: Uint32Array,
    ): Uint32Array | null => {
      const { column, descending } = query.sort;
      const mask = filter(copy, query, scanned ?? search(copy, query.search));
      const all = whole(copy, column);
      if (all !== null) return mask === null ? inDirection(all, descending) : kept(mask, all, descending);
      const isFew = mask !== null && mask.count <= FEW;
      return isFew ? inDirection(order(column, copy, mask.rowIds()), descending) : null;
    },
  };
}
