import { median, p99, quantile } from './figures.ts';

export type Unit = 'ms' | 'rec/s' | 'edits/s' | 'seeds/s' | 'MB' | '%' | 'exponent' | 'times';

/** What a figure is held to. Only a missed ratio makes a run fail: absolute times depend on the machine. */
export type Bar = { readonly kind: 'ratio' | 'absolute'; readonly text: string; readonly isReached: boolean };

/** One figure, ready to be shown. */
export type Line = {
  /** `P1` to `P16`. */
  readonly row: string;
  readonly figure: string;
  readonly unit: Unit;
  readonly median: number;
  /** null where a single value was taken */
  readonly p99: number | null;
  readonly baseline: { readonly name: string; readonly median: number; readonly p99: number | null } | null;
  readonly bars: readonly Bar[];
  readonly note: string;
};

export type Limit = (line: Omit<Line, 'bars'>) => Bar;

export type Measured = {
  readonly row: string;
  readonly figure: string;
  readonly unit: Unit;
  readonly values: readonly number[];
  readonly baseline?: { readonly name: string; readonly values: readonly number[] };
  readonly limits?: readonly Limit[];
  readonly note?: string;
};

/** Sums values up to a line and holds them to their limits. */
export function lineOf({ row, figure, unit, values, baseline, limits = [], note = '' }: Measured): Line {
  const bare = {
    ...{ row, figure, unit, note },
    ...summed(values, unit),
    baseline: baseline === undefined ? null : { name: baseline.name, ...summed(baseline.values, unit) },
  };
  return { ...bare, bars: limits.map((limit) => limit(bare)) };
}

/** The p99 is of the bad end, which of rates is the low one. */
const summed = (values: readonly number[], unit: Unit) => ({
  median: median(values),
  p99: values.length < 2 ? null : unit.endsWith('/s') ? quantile(values, 0.01) : p99(values),
});

/** The measured median in terms of the baseline's; null without a baseline. */
export const ratioOf = ({ median: own, baseline }: Omit<Line, 'bars'>): number | null =>
  baseline === null ? null : own / baseline.median;

export const isMissed = ({ bars }: Line): boolean => bars.some(({ kind, isReached }) => kind === 'ratio' && !isReached);

/** For rates: at least so many times the baseline's. */
export const atLeastTimes =
  (times: number): Limit =>
  (line) => ({ kind: 'ratio', text: `>= ${times}x`, isReached: (ratioOf(line) ?? 0) >= times });

/** For times: at most so many times the baseline's. */
export const atMostTimes =
  (times: number): Limit =>
  (line) => ({
    kind: 'ratio',
    text: `<= ${times}x`,
    isReached: (ratioOf(line) ?? Number.POSITIVE_INFINITY) <= times,
  });

export const medianAtMost =
  (most: number): Limit =>
  (line) => ({ kind: 'absolute', text: `<= ${most}${suffix(line.unit)}`, isReached: line.median <= most });

export const medianAtLeast =
  (least: number): Limit =>
  (line) => ({ kind: 'absolute', text: `>= ${least}${suffix(line.unit)}`, isReached: line.median >= least });

export const p99AtMost =
  (most: number): Limit =>
  (line) => ({
    kind: 'absolute',
    text: `p99 <= ${most}${suffix(line.unit)}`,
    isReached: (line.p99 ?? line.median) <= most,
  });

/** Growth compares sizes of one run, which no machine's speed enters. */
export const growthAtMost =
  (most: number): Limit =>
  (line) => ({ kind: 'ratio', text: `<= ${most}`, isReached: line.median <= most });

const suffix = (unit: Unit): string => (unit === 'exponent' || unit === 'times' ? '' : ` ${unit}`);
