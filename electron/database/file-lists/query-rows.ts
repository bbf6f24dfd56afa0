import type { Database } from 'better-sqlite3';
import { type ConnectionId, network } from '../../../src/domain/core/ids.ts';
import type { FileColumn, FileQuery } from '../../../src/domain/files/queries.ts';
import { facetIndexReader } from '../facet-index/facet-index-reader.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { rowSearch } from '../text-index/search.ts';
import { fileFilter } from './filters.ts';
import { sortFiltered } from './sort-filtered.ts';
import { inDirection, type SortedBy, sortOrders } from './sort-order.ts';

/** So few rows are put in order faster by themselves than all of them are. */
const FEW = 5_000;

/**
 * Answers which rows a query finds, in its order. `whole` gives the order of all rows, or null when it is not at hand;
 * `scanned` are rows that hold the query's text, where they were looked for before.
 */
export function queryRows(db: Database) {
  const order = sortOrders(db);
  const search = rowSearch(db);
  const filter = fileFilter(db);
  const sorted = sortFiltered();
  return {
    order,
    /** @returns null when the order of all rows is needed and not at hand */
    rowIds: (
      mirrorId: number,
      query: FileQuery,
      whole: (mirrorId: number, column: FileColumn) => SortedBy | null,
      scanned?: Uint32Array,
    ): Uint32Array | null => {
      const { column, descending } = query.sort;
      const mask = filter(mirrorId, query, scanned ?? search(mirrorId, query.search));
      const all = whole(mirrorId, column);
      if (all !== null) return mask === null ? inDirection(all, descending) : sorted(mask, all, descending);
      const isFew = mask !== null && mask.count <= FEW;
      return isFew ? inDirection(order(column, mirrorId, mask.rowIds()), descending) : null;
    },
  };
}

/** Counts what a query finds without putting it in order. @returns null for a query that searches */
export function countQuery(db: Database): (connectionId: ConnectionId, query: FileQuery) => number | null {
  const ids = mirrorIds(db);
  const filter = fileFilter(db);
  const sets = facetIndexReader(db);

  const countNow = db.transaction((connectionId: ConnectionId, query: FileQuery): number => {
    const mirrorId = ids.find(connectionId);
    if (mirrorId === null) return 0;
    const ofNetworks = network.options.map((value) => sets.named(mirrorId, { field: 'network', key: '', value }));
    const mask = filter(mirrorId, query, null);
    // A file is on one network, so that this is every file of the copy once.
    return ofNetworks.reduce((sum, all) => {
      if (mask !== null) all.keep(mask);
      return sum + all.count;
    }, 0);
  });
  return (connectionId, query) => (query.search.trim() === '' ? countNow(connectionId, query) : null);
}
