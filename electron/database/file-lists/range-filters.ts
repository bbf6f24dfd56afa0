import { dayBeginsMs, type DayRange } from '../../../src/domain/core/text.ts';
import type { Database, Statement } from 'better-sqlite3';
import type { SizeRange } from '../../../src/domain/files/file-filter.ts';
import type { Bitmap } from '../facet-index/bitmap.ts';
import { LAST_VALUE, monthOf, sizesOf, sizeStep } from '../facet-index/facet-terms.ts';
import type { FacetIndexReader } from '../facet-index/facet-index-reader.ts';
import { vectorOf } from '../sqlite/column-parsers.ts';

type Ends<T> = { readonly from: T | null; readonly before: T | null };
type Bounds<T> = { readonly start: T; readonly beyond: T };

/** The steps of one column. Each step has one bitmap. */
type Steps<T> = {
  readonly field: 'sizeStep' | 'month';
  readonly column: string;
  /** The index exists after the first scan (`deferred-indexes.ts`). */
  readonly index: string;
  readonly stepOf: (end: T) => string;
  readonly boundsOf: (step: string) => Bounds<T>;
};

const sizes: Steps<number> = {
  field: 'sizeStep',
  column: 'size_bytes',
  index: 'files_by_size',
  stepOf: sizeStep,
  boundsOf: sizesOf,
};
const months: Steps<string> = {
  field: 'month',
  column: 'created_at',
  index: 'files_by_created',
  stepOf: monthOf,
  boundsOf: (month) => ({ start: month, beyond: month + LAST_VALUE }),
};

/** Finds rows by ranges: bitmaps answer for the steps inside, SQL for the steps at both ends. */
export function rangeFilters(db: Database, sets: FacetIndexReader) {
  const size = rangeOf(db, sets, sizes);
  const created = rangeOf(db, sets, months);
  return {
    size: (mirrorId: number, { fromBytes, toBytes }: SizeRange): Bitmap =>
      size(mirrorId, { from: fromBytes, before: toBytes === null ? null : toBytes + 1 }),
    created: (mirrorId: number, { from, to }: DayRange): Bitmap =>
      created(mirrorId, { from: startOfDay(from, 0), before: startOfDay(to, 1) }),
  };
}

function rangeOf<T extends string | number>(db: Database, sets: FacetIndexReader, steps: Steps<T>) {
  const { field, stepOf, boundsOf } = steps;
  const rowsBetween = edgeReader(db, sets, steps);
  return (mirrorId: number, { from, before }: Ends<T>): Bitmap => {
    const [first, last] = [from === null ? '' : stepOf(from), before === null ? LAST_VALUE : stepOf(before)];
    const mask = sets.between(mirrorId, field, first, last);
    const ends = new Set([...(from === null ? [] : [first]), ...(before === null ? [] : [last])]);
    for (const step of ends) {
      const { start, beyond } = boundsOf(step);
      const lower = from !== null && from > start ? from : start;
      const upper = before !== null && before < beyond ? before : beyond;
      for (const rowId of rowsBetween(mirrorId, step, lower, upper)) mask.add(rowId);
    }
    return mask;
  };
}

/** Reads the rows of one step between two ends, the upper one excluded; by the index once it exists. */
function edgeReader<T>(db: Database, sets: FacetIndexReader, { field, column, index }: Steps<T>) {
  const condition = `${column} >= ? AND ${column} < ?`;
  const isThere = db
    .prepare<[string], unknown>(`SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?`)
    .pluck();
  const among = db
    .prepare<unknown[], unknown>(
      `SELECT row_id FROM json_each(?) AS wanted CROSS JOIN files ON files.row_id = wanted.value WHERE ${condition}`,
    )
    .pluck();
  let indexed: Statement<unknown[], unknown> | null = null;

  return (mirrorId: number, step: string, lower: T, upper: T): Uint32Array => {
    if (isThere.get(index) === undefined) {
      const rowIds = sets.named(mirrorId, { field, key: '', value: step }).rowIds();
      return vectorOf(among.all(JSON.stringify(rowIds), lower, upper));
    }
    indexed ??= db
      .prepare<unknown[], unknown>(`SELECT row_id FROM files INDEXED BY ${index} WHERE copy = ? AND ${condition}`)
      .pluck();
    return vectorOf(indexed.all(mirrorId, lower, upper));
  };
}

/**
 * The beginning of a day on this computer, as the prefix of a time in UTC. Services write times in different lengths ("Z", or
 * up to nanoseconds), and every spelling sorts after the prefix.
 */
function startOfDay(day: string | null, laterDays: number): string | null {
  if (day === null) return null;
  const text = new Date(dayBeginsMs(day, laterDays)).toISOString();
  // The day after 9999-12-31 has a sign and six digits (ECMA-262, "Expanded Years"), and would sort before every other one.
  return text.startsWith('+') ? null : text.slice(0, 19);
}
