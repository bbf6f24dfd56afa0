import type { Amount, LibraryContents, MonthAmount } from './contents.ts';
import type { DayCount } from './days.ts';

/** The largest part of a whole, and what it is in bytes and in files, each as a share from 0 to 1. */
export type Largest<Row extends Amount> = { readonly row: Row; readonly ofBytes: number; readonly ofFiles: number };

/** @returns null where no bytes are known */
export function largestOf<Row extends Amount>(rows: readonly Row[], all: Amount): Largest<Row> | null {
  const row = rows.reduce<Row | null>((most, one) => (one.sizeBytes > (most?.sizeBytes ?? 0) ? one : most), null);
  if (row === null) return null;
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : Math.min(1, part / whole));
  return { row, ofBytes: share(row.sizeBytes, all.sizeBytes), ofFiles: share(row.files, all.files) };
}

/** The row with more files than any other; null without rows. */
export const mostFiles = <Row extends Amount>(rows: readonly Row[]): Row | null =>
  rows.reduce<Row | null>((most, one) => (one.files > (most?.files ?? 0) ? one : most), null);

/** How the present month stands among those before it. */
export type MonthFinding =
  | { readonly kind: 'none' }
  /** The present month is the only one with files. */
  | { readonly kind: 'first'; readonly now: MonthAmount }
  /** More than `times` (1 or 2) any month before. */
  | { readonly kind: 'record'; readonly now: MonthAmount; readonly times: 1 | 2 }
  | { readonly kind: 'usual'; readonly now: MonthAmount; readonly most: MonthAmount }
  /** Nothing was added in the present month. */
  | { readonly kind: 'quiet'; readonly latest: MonthAmount; readonly most: MonthAmount };

/** @param presentMonth "2026-01" */
export function monthFinding(rows: readonly MonthAmount[], presentMonth: string): MonthFinding {
  const filled = rows.filter(({ files }) => files > 0);
  const now = filled.find(({ month }) => month === presentMonth);
  const before = filled.filter(({ month }) => month !== presentMonth);
  const most = before.reduce<MonthAmount | null>(
    (top, one) => (one.sizeBytes > (top?.sizeBytes ?? -1) ? one : top),
    null,
  );
  const latest = before.at(-1);
  if (now === undefined)
    return most === null || latest === undefined ? { kind: 'none' } : { kind: 'quiet', latest, most };
  if (most === null) return { kind: 'first', now };
  if (now.sizeBytes > 2 * most.sizeBytes) return { kind: 'record', now, times: 2 };
  return now.sizeBytes > most.sizeBytes ? { kind: 'record', now, times: 1 } : { kind: 'usual', now, most };
}

export type MissingKey = { readonly key: string; readonly missing: number };

/** Keys that most files have and some lack, the fewest missing first: gaps, where a rare key is none. */
export function gapsIn({ rows }: LibraryContents['keys'], files: number): readonly MissingKey[] {
  return rows
    .map((row) => ({ key: row.key, missing: Math.max(0, files - row.files) }))
    .filter(({ missing }) => missing > 0 && missing < files / 2)
    .toSorted((a, b) => a.missing - b.missing);
}

/** The edits of the days that a chart shows. */
export type EditFinding = {
  readonly sent: number;
  readonly elsewhere: number;
  readonly today: number;
  /** Whether no other day has as many. */
  readonly isTodayMost: boolean;
  /** The day with most edits of this computer; null without one. */
  readonly most: DayCount | null;
};

export function editFinding(sent: readonly DayCount[], elsewhere: readonly DayCount[]): EditFinding {
  const sum = (days: readonly DayCount[]): number => days.reduce((total, { count }) => total + count, 0);
  const most = sent.reduce<DayCount | null>((top, one) => (one.count > (top?.count ?? 0) ? one : top), null);
  const today = sent.at(-1);
  return {
    sent: sum(sent),
    elsewhere: sum(elsewhere),
    today: today?.count ?? 0,
    isTodayMost: most !== null && most.day === today?.day,
    most,
  };
}
