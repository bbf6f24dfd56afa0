import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  type Amount,
  amount,
  type LibraryContents,
  month,
  sumOf,
  without,
} from '../../../src/domain/library/contents.ts';
import {
  edgeOf,
  laterMonth,
  monthAt,
  type MonthEdge,
  monthlyAmounts,
  monthsIn,
  monthWindow,
} from '../../../src/domain/library/months.ts';
import { facetSizeReader } from '../facet-index/facet-sizes.ts';

/** Before this month there was no IPFS, nor a service for its files; computers without a clock write 1970 or 1980. */
const FIRST_MONTH = '1970-01';

/** Rows read at one edge of a month: about 20 ms. Beyond them the months of that edge stay those of UTC. */
const MOST_EDGE_ROWS = 5_000;

/**
 * Files and bytes by month of this computer's calendar, as the filter by days finds them. The facet index counts months in
 * UTC, so the hours between the two beginnings of a month are read from the rows.
 */
export function libraryMonths(
  db: Database,
  yieldToEventLoop: () => Promise<void>,
): (mirrorId: number, whole: Amount, nowMs: number) => Promise<LibraryContents['months']> {
  const sizes = facetSizeReader(db);
  const amountWithin = edgeReader(db);

  async function edgesOf(mirrorId: number, months: readonly string[]): Promise<ReadonlyMap<string, Amount>> {
    const edges = new Map<string, Amount>();
    for (const one of months) {
      const edge = edgeOf(one);
      const within = edge === null ? null : amountWithin(mirrorId, edge);
      if (within !== null) edges.set(one, within);
      if (edge !== null) await yieldToEventLoop();
    }
    return edges;
  }

  return async (mirrorId, whole, nowMs) => {
    const { values: _, ...dated } = sizes.total(mirrorId, 'month');
    const none = without(whole, dated);
    const inUtc = sizes
      .between(mirrorId, 'month', FIRST_MONTH, laterMonth(monthAt(nowMs), 1))
      .filter(({ value }) => month.safeParse(value).success)
      .map(({ value, ...rest }) => ({ month: value, ...rest }));
    const window = monthWindow(
      inUtc.map((one) => one.month),
      nowMs,
    );
    if (window === null) return { rows: [], earlier: sumOf([]), others: dated, none };
    const edges = await edgesOf(mirrorId, [...monthsIn(window), laterMonth(window.last, 1)]);
    const { rows, earlier } = monthlyAmounts(inUtc, edges, window);
    return { rows, earlier, others: without(dated, sumOf([...rows, earlier])), none };
  };
}

const readAmount = z
  .tuple([z.number(), z.number()])
  .transform(([files, sizeBytes]) => amount.parse({ files, sizeBytes }));

/** @returns null for more rows than a slice reads */
function edgeReader(db: Database): (mirrorId: number, edge: MonthEdge) => Amount | null {
  const select = db
    .prepare<[number, string, string], unknown>(
      /* sql */ `
      SELECT count(*), total(size_bytes) FROM (
        SELECT size_bytes FROM files INDEXED BY files_by_created
        WHERE copy = ? AND created_at >= ? AND created_at < ? LIMIT ${MOST_EDGE_ROWS + 1})
    `,
    )
    .raw();
  return (mirrorId, { from, before }) => {
    const found = readAmount.parse(select.get(mirrorId, from, before));
    return found.files > MOST_EDGE_ROWS ? null : found;
  };
}
