import type { Database } from 'better-sqlite3';
import type { DayRange, SizeRange } from '../../src/domain/file-filter.ts';
import type { RowMask } from './row-mask.ts';
import { monthOf, sizeStep } from './row-set-names.ts';
import type { RowSetReader } from './row-set-reader.ts';
import { numbersOf } from './rows.ts';

/** Greater than every month and every step of sizes. */
const LAST = '\u{10ffff}';

type Ends<T> = { readonly from: T | null; readonly before: T | null };

/**
 * Finds rows by ranges: the steps that are inside as a whole by their sets, and of the two at the ends each row by itself.
 * An index of every size and date would cost more at each write than all the sets.
 */
export function rowRanges(db: Database, sets: RowSetReader) {
  const these = 'json_each(?) AS wanted CROSS JOIN files ON files.row_id = wanted.value';
  const among = (condition: string) =>
    db.prepare<unknown[], unknown>(`SELECT row_id FROM ${these} WHERE ${condition}`).pluck();
  const sized = among('size_bytes >= coalesce(?, size_bytes) AND size_bytes < coalesce(?, size_bytes + 1)');
  const created = among(`created_at >= coalesce(?, '') AND created_at < coalesce(?, created_at || ' ')`);

  function between<T>(
    copy: number,
    field: 'sizeStep' | 'month',
    { from, before }: Ends<T>,
    stepOf: (end: T) => string,
    exact: typeof sized,
  ): RowMask {
    const [first, last] = [from === null ? '' : stepOf(from), before === null ? LAST : stepOf(before)];
    const mask = sets.between(copy, field, first, last);
    for (const step of new Set([first, last])) {
      const atEnd = JSON.stringify(sets.named(copy, { field, key: '', value: step }).rowIds());
      for (const rowId of numbersOf(exact.all(atEnd, from, before))) mask.add(rowId);
    }
    return mask;
  }

  return {
    size: (copy: number, { fromBytes, toBytes }: SizeRange): RowMask =>
      between(copy, 'sizeStep', { from: fromBytes, before: toBytes === null ? null : toBytes + 1 }, sizeStep, sized),
    created: (copy: number, { from, to }: DayRange): RowMask =>
      between(copy, 'month', { from: beginning(from, 0), before: beginning(to, 1) }, monthOf, created),
  };
}

/**
 * When a day begins on this computer, as the beginning of a time in UTC: services write it in different lengths ("Z", or
 * up to nanoseconds), and all of them come after it.
 */
function beginning(day: string | null, laterDays: number): string | null {
  if (day === null) return null;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + laterDays).toISOString().slice(0, 19);
}
