import type { Database } from 'better-sqlite3';
import type { FileQuery } from '../../../src/domain/files/queries.ts';
import type { SlicedSearch } from '../text-index/search.ts';
import { fileFilter } from './filters.ts';
import { firstPage, firstPageOfSearch } from './first-page.ts';
import { keyNameSearch, queryRows } from './query-rows.ts';
import { SortOrderCache } from './sort-order-cache.ts';
import type { SortOrderLoader } from './sort-order-loader.ts';

/**
 * Row ids that a query finds, in its order; where that takes long, the first page alone at first.
 *
 * @property count rows of the whole; null until they are counted. A row that comes or goes during the read makes the
 *   whole a little longer or shorter
 * @property whole null when the view was closed before it was read
 */
export type QueryResult = {
  readonly count: number | null;
  readonly firstPage: Uint32Array;
  readonly whole: Promise<Uint32Array | null>;
};

/** A query with who waits for it. `isWanted`: until the answer; `isViewOpen`: as long as the view is open. */
export type QueryInput = {
  readonly query: FileQuery;
  readonly isWanted: () => boolean;
  readonly isViewOpen: () => boolean;
};

/** Readers that read in slices, and yield to waiting messages between them. */
export type Sliced = {
  readonly order: SortOrderLoader;
  readonly search: SlicedSearch;
  readonly yieldToEventLoop: () => Promise<void>;
};

/**
 * Runs queries over a mirror. One of four ways leads to the first page:
 *
 * 1. No search, and the sort order is at hand or the filters leave few rows: the whole result at once.
 * 2. No search, no filter, and the column has its SQL index: the first rows by that index; the whole follows.
 * 3. No search otherwise: the whole result, once the sort order is loaded.
 * 4. A search whose hits stand close to the top of a sort order at hand: the first hits; the search goes on afterwards.
 *
 * Any other search reads its hits in slices first, and goes on as way 1 or 3.
 *
 * @returns null once `isWanted` says no
 */
export function runQuery(
  db: Database,
  { order, search, yieldToEventLoop }: Sliced,
): (mirrorId: number, input: QueryInput) => Promise<QueryResult | null> {
  const orders = new SortOrderCache(db, order);
  const { quickly, afterOrder } = orderedRows(db, orders);
  const listStart = firstPage(db);
  const searchStart = firstFound(db, orders);

  async function list(mirrorId: number, query: FileQuery): Promise<QueryResult> {
    const quick = quickly(mirrorId, query);
    if (quick !== null) return wholeResult(quick);
    const first = listStart(mirrorId, query);
    const whole = afterOrder(mirrorId, query);
    return first === null ? wholeResult(await whole) : withFirstPage(first.count, first.rowIds, whole);
  }

  async function inOrder(mirrorId: number, query: FileQuery, isWanted: () => boolean): Promise<Uint32Array | null> {
    const found = await search.find(mirrorId, query.search, isWanted);
    if (found === null || !db.open) return found === null ? null : nothing;
    return quickly(mirrorId, query, found) ?? (await afterOrder(mirrorId, query, found));
  }

  async function searched(mirrorId: number, { query, isWanted, isViewOpen }: QueryInput): Promise<QueryResult | null> {
    const first = searchStart(mirrorId, query);
    if (first !== null) {
      // The first page goes out before the search for the rest begins.
      const whole = yieldToEventLoop().then(() =>
        isViewOpen() && db.open ? inOrder(mirrorId, query, isViewOpen) : null,
      );
      return withFirstPage(null, first, whole);
    }
    const rowIds = await inOrder(mirrorId, query, isWanted);
    return rowIds === null ? null : wholeResult(rowIds);
  }

  return async (mirrorId, input) =>
    input.query.search.trim() === '' ? await list(mirrorId, input.query) : await searched(mirrorId, input);
}

/**
 * The whole result of a query: `quickly` when its sort order is at hand or few rows are left, else null; or `afterOrder`,
 * which loads the sort order first. `found` are rows that a search found before.
 */
function orderedRows(db: Database, orders: SortOrderCache) {
  const answer = queryRows(db);
  // One transaction: sort order, bitmaps and rows are of the same moment.
  const quickly = db.transaction((mirrorId: number, query: FileQuery, found?: Uint32Array) =>
    answer.rowIds(mirrorId, query, (...which) => orders.current(...which), found),
  );
  const afterReading = db.transaction((mirrorId: number, query: FileQuery, found?: Uint32Array) =>
    answer.rowIds(mirrorId, query, (...which) => orders.latest(...which), found),
  );
  async function afterOrder(mirrorId: number, query: FileQuery, found?: Uint32Array): Promise<Uint32Array> {
    await orders.load(mirrorId, query.sort.column);
    return db.open ? (afterReading(mirrorId, query, found) ?? nothing) : nothing;
  }
  return { quickly, afterOrder };
}

/** @returns the first rows of a search; null when the sort order is not at hand, or hits are rare */
function firstFound(db: Database, orders: SortOrderCache): (mirrorId: number, query: FileQuery) => Uint32Array | null {
  const filter = fileFilter(db);
  const firstFoundRows = firstPageOfSearch(db);
  const keyed = keyNameSearch(db);
  return db.transaction((mirrorId: number, query: FileQuery): Uint32Array | null => {
    const { column, descending } = query.sort;
    const order = orders.current(mirrorId, column);
    if (order === null) return null;
    const withKey = keyed(mirrorId, query.search);
    return firstFoundRows({ text: query.search, withKey }, order, descending, filter(mirrorId, query, null));
  });
}

const nothing = new Uint32Array();

/** A result that is whole already. */
export const wholeResult = (rowIds: Uint32Array): QueryResult => ({
  count: rowIds.length,
  firstPage: rowIds,
  whole: Promise.resolve(rowIds),
});

function withFirstPage(count: number | null, firstPage: Uint32Array, whole: Promise<Uint32Array | null>): QueryResult {
  // A view that needs no more than the first page has no use for a failure of the rest.
  whole.catch(() => undefined);
  return { count, firstPage, whole };
}
