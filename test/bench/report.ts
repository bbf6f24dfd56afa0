import { ratioOf, type Bar, type Line, type Unit } from './line.ts';

const HEAD = ['#', 'Figure', 'Median', 'p99', 'Baseline, same run', 'Ratio', 'Bar', 'Reached', 'Note'];

/** The figures as a Markdown table. */
export function markdown(lines: readonly Line[]): string {
  return markdownTable(HEAD, lines.map(cells));
}

/** @param head one cell for each column, `rows` the same */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]): string => `| ${row.map(escaped).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

const escaped = (cell: string): string => cell.replaceAll('|', '\\|').replaceAll('\n', ' ');

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
