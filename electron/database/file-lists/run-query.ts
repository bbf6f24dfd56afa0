import type { Database } from 'better-sqlite3';
import type { FileQuery } from '../../../src/domain/files/queries.ts';
import type { SlicedSearch } from '../text-index/search.ts';
import { fileFilter } from './filters.ts';
import { firstPage, firstPageOfSearch } from './first-page.ts';
import { queryRows } from './query-rows.ts';
import { SortOrderCache } from './sort-order-cache.ts';
import type { SortOrderLoader } from './sort-order-loader.ts';

/**
 * What a query finds, in its order. Of what takes long only the beginning may be here yet.
 *
 * @property count rows of the whole; null until it is counted. A row that comes or goes while it is read makes the whole
 *   a little longer or shorter
 * @property whole null when it was given up before it was read
 */
export type QueryResult = {
  readonly count: number | null;
  readonly beginning: Uint32Array;
  readonly whole: Promise<Uint32Array | null>;
};

/** What a question is asked with. `isWanted`: until it is answered; `isKept`: as long as the answer is looked at. */
export type QueryInput = {
  readonly query: FileQuery;
  readonly isWanted: () => boolean;
  readonly isKept: () => boolean;
};

/** What takes long is done in slices. @property breathe lets whatever waits have its turn */
export type Sliced = {
  readonly order: SortOrderLoader;
  readonly search: SlicedSearch;
  readonly yieldToEventLoop: () => Promise<void>;
};

/** Answers questions about a copy. @returns null once a question is not wanted any more */
export function runQuery(
  db: Database,
  { order, search, yieldToEventLoop: yieldToEventLoop }: Sliced,
): (mirrorId: number, asked: QueryInput) => Promise<QueryResult | null> {
  const answer = queryRows(db);
  const orders = new SortOrderCache(db, order);
  const listed = firstPage(db);
  const beginning = firstFound(db, orders);

  // In one transaction, so that order, sets and rows are of the same moment.
  const quickly = db.transaction((mirrorId: number, query: FileQuery, found?: Uint32Array) =>
    answer.rowIds(mirrorId, query, (...which) => orders.current(...which), found),
  );
  const afterReading = db.transaction((mirrorId: number, query: FileQuery, found?: Uint32Array) =>
    answer.rowIds(mirrorId, query, (...which) => orders.latest(...which), found),
  );

  async function afterOrder(mirrorId: number, query: FileQuery, found?: Uint32Array): Promise<Uint32Array> {
    await orders.ready(mirrorId, query.sort.column);
    return db.open ? (afterReading(mirrorId, query, found) ?? nothing) : nothing;
  }

  async function list(mirrorId: number, query: FileQuery): Promise<QueryResult> {
    const quick = quickly(mirrorId, query);
    if (quick !== null) return all(quick);
    const first = listed(mirrorId, query);
    const whole = afterOrder(mirrorId, query);
    return first === null ? all(await whole) : begun(first.count, first.rowIds, whole);
  }

  async function inOrder(mirrorId: number, query: FileQuery, isWanted: () => boolean): Promise<Uint32Array | null> {
    const found = await search.find(mirrorId, query.search, isWanted);
    if (found === null || !db.open) return found === null ? null : nothing;
    return quickly(mirrorId, query, found) ?? (await afterOrder(mirrorId, query, found));
  }

  async function searched(mirrorId: number, { query, isWanted, isKept }: QueryInput): Promise<QueryResult | null> {
    const first = beginning(mirrorId, query);
    if (first !== null) {
      // The answer goes out before the rest is looked for.
      const whole = yieldToEventLoop().then(() => (isKept() && db.open ? inOrder(mirrorId, query, isKept) : null));
      return begun(null, first, whole);
    }
    const rowIds = await inOrder(mirrorId, query, isWanted);
    return rowIds === null ? null : all(rowIds);
  }

  return async (mirrorId, asked) =>
    asked.query.search.trim() === '' ? await list(mirrorId, asked.query) : await searched(mirrorId, asked);
}

/** The first rows of a search, while the order of the list is at hand. */
function firstFound(db: Database, orders: SortOrderCache): (mirrorId: number, query: FileQuery) => Uint32Array | null {
  const filter = fileFilter(db);
  const begin = firstPageOfSearch(db);
  return db.transaction((mirrorId: number, query: FileQuery): Uint32Array | null => {
    const { column, descending } = query.sort;
    const order = orders.current(mirrorId, column);
    return order === null ? null : begin(query.search, order, descending, filter(mirrorId, query, null));
  });
}

const nothing = new Uint32Array();

export const all = (rowIds: Uint32Array): QueryResult => ({
  count: rowIds.length,
  beginning: rowIds,
  whole: Promise.resolve(rowIds),
});

function begun(count: number | null, beginning: Uint32Array, whole: Promise<Uint32Array | null>): QueryResult {
  // Whoever needs more than the beginning hears of what went wrong.
  whole.catch(() => undefined);
  return { count, beginning, whole };
}
