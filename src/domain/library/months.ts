import { dayBeginsMs, type DayRange } from '../core/text.ts';
import { type Amount, type MonthAmount, noFiles, sumOf, without } from './contents.ts';

/** Months of a chart: two years. */
const MONTHS_SHOWN = 24;

const text = (year: number, monthOfYear: number): string =>
  `${String(year).padStart(4, '0')}-${String(monthOfYear).padStart(2, '0')}`;

/** The month so many months after another one, or before it. */
export function laterMonth(month: string, by: number): string {
  const [year = 0, monthOfYear = 1] = month.split('-').map(Number);
  const months = year * 12 + monthOfYear - 1 + by;
  return text(Math.floor(months / 12), (months % 12) + 1);
}

/** The month of this computer's calendar. */
export function monthAt(atMs: number): string {
  const at = new Date(atMs);
  return text(at.getFullYear(), at.getMonth() + 1);
}

/** The days of a month. */
export function daysOf(month: string): DayRange {
  const [year = 0, monthOfYear = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, monthOfYear, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${String(last).padStart(2, '0')}` };
}

/** First and last month of a chart, both included. */
export type MonthWindow = { readonly first: string; readonly last: string };

/**
 * The latest two years with files.
 *
 * @param months with files in UTC, ascending; those still to come are left out
 * @returns null without files
 */
export function monthWindow(months: readonly string[], nowMs: number): MonthWindow | null {
  const now = monthAt(nowMs);
  const past = months.filter((month) => month <= laterMonth(now, 1));
  const [oldest, newest] = [past.at(0), past.at(-1)];
  if (oldest === undefined || newest === undefined) return null;
  // East of Greenwich a month begins in the UTC month before it.
  const last = earlierOf(laterMonth(newest, 1), now);
  return { first: earlierOf(laterOf(laterMonth(oldest, -1), laterMonth(last, 1 - MONTHS_SHOWN)), last), last };
}

const earlierOf = (a: string, b: string): string => (a < b ? a : b);
const laterOf = (a: string, b: string): string => (a > b ? a : b);

export const monthsIn = ({ first, last }: MonthWindow): readonly string[] => {
  const months: string[] = [];
  for (let month = first; month <= last; month = laterMonth(month, 1)) months.push(month);
  return months;
};

/** The times between the beginning of a month in UTC and on this computer's calendar, as beginnings of ISO texts. */
export type MonthEdge = { readonly from: string; readonly before: string; readonly isEarlierHere: boolean };

/** @returns null where the month begins at the same time in UTC */
export function edgeOf(month: string): MonthEdge | null {
  const here = new Date(dayBeginsMs(`${month}-01`)).toISOString().slice(0, 19);
  if (here === `${month}-01T00:00:00`) return null;
  return here < month
    ? { from: here, before: month, isEarlierHere: true }
    : { from: month, before: here, isEarlierHere: false };
}

/**
 * Amounts by month of this computer's calendar, from those by month in UTC.
 *
 * @param inUtc by month in UTC; a month without files is left out
 * @param edges what was added between the two beginnings of a month, for the months of the window and the one after it
 */
export function monthlyAmounts(
  inUtc: readonly MonthAmount[],
  edges: ReadonlyMap<string, Amount>,
  window: MonthWindow,
): { readonly rows: MonthAmount[]; readonly earlier: Amount } {
  const amounts = new Map(inUtc.map(({ month, ...amount }) => [month, amount]));
  const move = (from: string, to: string, moved: Amount): void => {
    amounts.set(from, without(amounts.get(from) ?? noFiles, moved));
    amounts.set(to, sumOf([amounts.get(to) ?? noFiles, moved]));
  };
  for (const month of [...monthsIn(window), laterMonth(window.last, 1)]) {
    const [edge, moved] = [edgeOf(month), edges.get(month)];
    if (edge === null || moved === undefined) continue;
    const before = laterMonth(month, -1);
    if (edge.isEarlierHere) move(before, month, moved);
    else move(month, before, moved);
  }
  const rows = monthsIn(window).map((month) => ({ month, ...(amounts.get(month) ?? noFiles) }));
  const isEmpty = ({ files }: Amount): boolean => files === 0;
  const [from, last] = [rows.findIndex((row) => !isEmpty(row)), rows.findLastIndex((row) => !isEmpty(row))];
  const earlier = [...amounts].filter(([month]) => month < window.first).map(([, amount]) => amount);
  return { rows: from < 0 ? [] : rows.slice(from, last + 1), earlier: sumOf(earlier) };
}
