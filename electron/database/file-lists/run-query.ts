import type { Database } from 'better-sqlite3';
import type { FileQuery } from '../../../src/domain/files/queries.ts';
import { joined } from '../sqlite/column-parsers.ts';
import type { FoundRows } from '../text-index/search-texts.ts';
import type { SearchRequest, SlicedSearch } from '../text-index/search.ts';
import { fileFilter } from './filters.ts';
import { firstPage } from './first-page.ts';
import { type FirstFound, firstPageOfSearch } from './first-page-of-search.ts';
import { type OrderedRows, queryRows } from './query-rows.ts';
import { type FoundText, type SearchPlan, searchPlans } from './search-plan.ts';
import { SortOrderCache } from './sort-order-cache.ts';
import type { SortOrderLoader } from './sort-order-loader.ts';

/**
 * Row ids that a query finds, in its order; where that takes long, the first page alone at first.
 *
 * @property count rows of the whole; null until they are counted. A row that comes or goes during the read makes the
 *   whole a little longer or shorter
 * @property whole null when the view was closed before it was read
 * @property isRanked whether those whose name holds a search come first
 */
export type QueryResult = {
  readonly count: number | null;
  readonly firstPage: Uint32Array;
  readonly whole: Promise<OrderedRows | null>;
  readonly isRanked: boolean;
};

/** A query with who waits for it. `isWanted`: until the answer; `isViewOpen`: as long as the view is open. */
export type QueryInput = {
  readonly query: FileQuery;
  readonly isWanted: () => boolean;
  readonly isViewOpen: () => boolean;
};

/** A query with the plan of its search. */
export type AskedText = { readonly mirrorId: number; readonly query: FileQuery; readonly plan: SearchPlan };

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
 *    Where names come first and few names hold the words, the names are read before.
 *
 * Any other search reads its hits in slices first, and goes on as way 1 or 3.
 *
 * @returns null once `isWanted` says no
 */
export function runQuery(
  db: Database,
  sliced: Sliced,
): (mirrorId: number, input: QueryInput) => Promise<QueryResult | null> {
  const orders = new SortOrderCache(db, sliced.order);
  const ordered = orderedRows(db, orders);
  const planOf = searchPlans(db);
  const list = listRunner(db, ordered);
  const searched = searchRunner(db, sliced, ordered, firstFound(db, orders));
  return async (mirrorId, input) => {
    const { query } = input;
    const plan = planOf(mirrorId, query.search);
    if (plan.groups.length + plan.without.length === 0) return await list(mirrorId, query, plan);
    return await searched({ mirrorId, query, plan }, input);
  };
}

type Ordered = ReturnType<typeof orderedRows>;

/** Lists without a search. */
function listRunner(db: Database, { quickly, afterOrder }: Ordered) {
  const listStart = firstPage(db);
  return async (mirrorId: number, query: FileQuery, plan: SearchPlan): Promise<QueryResult> => {
    const text = { plan, rows: [] };
    const quick = quickly(mirrorId, query, text);
    if (quick !== null) return wholeResult(quick);
    const first = listStart(mirrorId, query);
    const whole = afterOrder(mirrorId, query, text);
    return first === null ? wholeResult(await whole) : withFirstPage(first, whole);
  };
}

function searchRunner(
  db: Database,
  { search, yieldToEventLoop }: Sliced,
  { quickly, afterOrder }: Ordered,
  searchStart: ReturnType<typeof firstFound>,
) {
  async function inOrder({ mirrorId, query, plan }: AskedText, request: SearchRequest): Promise<OrderedRows | null> {
    const rows = await foundTexts(search, mirrorId, plan, request);
    if (rows === null) return null;
    if (!db.open) return nothing;
    return quickly(mirrorId, query, { plan, rows }) ?? (await afterOrder(mirrorId, query, { plan, rows }));
  }

  /** The first page of a search that many rows hold, few of them in their name. */
  async function namesAndOthers(
    asked: AskedText,
    others: Uint32Array,
    request: SearchRequest,
  ): Promise<Uint32Array | null> {
    const names = await inOrder(asked, { ...request, namesOnly: true });
    if (names === null) return null;
    const inName = names.rowIds.subarray(0, names.inName ?? 0);
    const known = new Set(inName);
    const rest = others.filter((rowId) => !known.has(rowId));
    return joined([inName, rest]).slice(0, Math.max(inName.length, others.length));
  }

  return async (asked: AskedText, { isWanted, isViewOpen }: QueryInput): Promise<QueryResult | null> => {
    const start = searchStart(asked);
    const first =
      start === null || start.isWhole ? start?.rowIds : await namesAndOthers(asked, start.rowIds, { isWanted });
    if (first === null) return null;
    if (first !== undefined) {
      // The first page goes out before the search for the rest begins.
      const whole = yieldToEventLoop().then(() =>
        isViewOpen() && db.open ? inOrder(asked, { isWanted: isViewOpen }) : null,
      );
      return withFirstPage({ count: null, rowIds: first }, whole, asked.query.nameFirst);
    }
    const rows = await inOrder(asked, { isWanted });
    return rows === null ? null : wholeResult(rows);
  };
}

/** @returns the rows of each group of a plan, and then of each group `without`; null once nobody waits for them */
async function foundTexts(
  search: SlicedSearch,
  mirrorId: number,
  { groups, without }: SearchPlan,
  request: SearchRequest,
): Promise<readonly FoundRows[] | null> {
  const rows: FoundRows[] = [];
  for (const [place, { sets }] of [...groups, ...without].entries()) {
    // An unwanted word keeps a row out wherever it stands, also where the names alone are wanted.
    const namesOnly = request.namesOnly === true && place < groups.length;
    const found = await search.find(mirrorId, sets, { ...request, namesOnly });
    if (found === null) return null;
    rows.push(found);
  }
  return rows;
}

/**
 * The whole result of a query: `quickly` when its sort order is at hand or few rows are left, else null; or `afterOrder`,
 * which loads the sort order first.
 */
function orderedRows(db: Database, orders: SortOrderCache) {
  const answer = queryRows(db);
  // One transaction: sort order, bitmaps and rows are of the same moment.
  const quickly = db.transaction((mirrorId: number, query: FileQuery, text: FoundText) =>
    answer.rowIds(mirrorId, query, text, (...which) => orders.current(...which)),
  );
  const afterReading = db.transaction((mirrorId: number, query: FileQuery, text: FoundText) =>
    answer.rowIds(mirrorId, query, text, (...which) => orders.latest(...which)),
  );
  async function afterOrder(mirrorId: number, query: FileQuery, text: FoundText): Promise<OrderedRows> {
    await orders.load(mirrorId, query.sort.column);
    return db.open ? (afterReading(mirrorId, query, text) ?? nothing) : nothing;
  }
  return { quickly, afterOrder };
}

/** @returns the first rows of a search; null when the sort order is not at hand, or hits are rare */
function firstFound(db: Database, orders: SortOrderCache): (asked: AskedText) => FirstFound | null {
  const filter = fileFilter(db);
  const firstFoundRows = firstPageOfSearch(db);
  return db.transaction(({ mirrorId, query, plan }: AskedText): FirstFound | null => {
    const order = orders.current(mirrorId, query.sort.column);
    if (order === null) return null;
    return firstFoundRows(plan, query, order, filter(mirrorId, query, { search: plan.search, found: null }));
  });
}

const nothing: OrderedRows = { rowIds: new Uint32Array(), inName: null };

/** A result that is whole already. */
const wholeResult = ({ rowIds, inName }: OrderedRows): QueryResult => ({
  count: rowIds.length,
  firstPage: rowIds,
  whole: Promise.resolve({ rowIds, inName }),
  isRanked: inName !== null,
});

/** The result where there is no mirror. */
export const noResult = wholeResult(nothing);

function withFirstPage(
  { count, rowIds }: { readonly count: number | null; readonly rowIds: Uint32Array },
  whole: Promise<OrderedRows | null>,
  isRanked = false,
): QueryResult {
  // A view that needs no more than the first page has no use for a failure of the rest.
  whole.catch(() => undefined);
  return { count, firstPage: rowIds, whole, isRanked };
}
