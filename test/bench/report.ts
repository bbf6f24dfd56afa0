import { markdownTable } from '../support/markdown-table.ts';
import type { ResultsSection } from '../support/results-file.ts';
import { isMissed, ratioOf, type Bar, type Line, type Unit } from './line.ts';

const HEAD = ['#', 'Figure', 'Median', 'p99', 'Baseline, same run', 'Ratio', 'Bar', 'Reached', 'Note'];

/** The figures as a Markdown table. */
export function markdown(lines: readonly Line[]): string {
  return markdownTable(HEAD, lines.map(cells));
}

/** A run with every row, as the results file keeps it. */
export type BenchRun = {
  readonly records: number;
  readonly runs: number;
  readonly seconds: number;
  readonly lines: readonly Line[];
  /** What people use instead, as a Markdown table; null when only Pinfold was measured. */
  readonly peers: string | null;
};

/** One section for each number of records, and one for the peers at that number. */
export function resultsSections({ records, runs, seconds, lines, peers }: BenchRun): readonly ResultsSection[] {
  const size = `${records.toLocaleString('en-GB')} records`;
  const command = `npm run bench -- --records ${records} --runs ${runs}`;
  const withPeers = `${command} --peers --write`;
  const own = { heading: size, command: peers === null ? `${command} --write` : withPeers, seconds };
  const sections = [{ ...own, body: `${markdown(lines)}\n\n${missedSentence(lines)}` }];
  if (peers === null) return sections;
  const heading = `What people use instead, ${size}`;
  return [...sections, { heading, command: withPeers, seconds, body: `Median / p99.\n\n${peers}` }];
}

/** How many ratio bars are missed, as a sentence. */
export function missedSentence(lines: readonly Line[]): string {
  const missed = lines.filter(isMissed).length;
  return missed === 0 ? 'No ratio bar is missed.' : `${missed} ratio bars are missed.`;
}

/** A row that broke fails a run. So does a missed ratio bar, unless it may be missed. */
export const exitCodeOf = (
  { lines, broken }: { readonly lines: readonly Line[]; readonly broken: readonly unknown[] },
  allowMissed: boolean,
): 0 | 1 => (broken.length > 0 || (!allowMissed && lines.some(isMissed)) ? 1 : 0);

function cells(line: Line): readonly string[] {
  const { row, figure, unit, baseline, bars, note } = line;
  const ratio = ratioOf(line);
  return [
    row,
    figure,
    amount(line.median, unit),
    line.p99 === null ? '' : amount(line.p99, unit),
    baseline === null ? '' : `${baseline.name}: ${spread(baseline, unit)}`,
    ratio === null ? '' : `${brief(ratio)}x`,
    bars.map(({ text }) => text).join('; '),
    reached(bars),
    note,
  ];
}

const spread = (of: { median: number; p99: number | null }, unit: Unit): string =>
  of.p99 === null ? amount(of.median, unit) : `${amount(of.median, unit)} (p99 ${amount(of.p99, unit)})`;

const reached = (bars: readonly Bar[]): string => {
  if (bars.length === 0) return '';
  const missed = bars.filter(({ isReached }) => !isReached);
  if (missed.length === 0) return 'yes';
  return bars.length === 1 ? 'NO' : `NO (${missed.map(({ text }) => text).join('; ')})`;
};

export const amount = (value: number, unit: Unit): string =>
  unit === 'exponent' || unit === 'times' ? brief(value) : `${brief(value)} ${unit}`;

/** Two or three digits that count; thousands in groups. */
function brief(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en-GB', { maximumFractionDigits: digits });
}
