import { median, p99 } from '../figures.ts';
import { markdownTable } from '../../support/markdown-table.ts';
import type { Line, Unit } from '../line.ts';
import { amount } from '../report.ts';
import type { PeerFigures } from './run-peer.ts';

export type PeerRow = {
  readonly name: string;
  readonly note: string;
  /** Figures, cells already in words, or why there are none. */
  readonly found: PeerFigures | string | { readonly cells: readonly string[] };
};

const FIGURES = [
  'Ingest',
  'Unchanged again',
  'Search',
  'Deep page',
  'Filter, count',
  'One edit',
  'Start',
  'Memory, fill / read',
];
const HEAD = ['', ...FIGURES, 'Note'];

/** Times as median / p99 in milliseconds, as the peers answer in their own process; ours cross two threads. */
export function peerTable(rows: readonly PeerRow[]): string {
  return markdownTable(
    HEAD,
    rows.map(({ name, note, found }) => {
      if (typeof found === 'string') return [name, ...FIGURES.map(() => '-'), found];
      return 'cells' in found ? [name, ...found.cells, note] : [name, ...cellsOf(found), noteOf(found, note)];
    }),
  );
}

function cellsOf({ filled, read }: PeerFigures): readonly string[] {
  const rate = (records: number, ms: number): string => amount((records / ms) * 1_000, 'rec/s');
  const ingest = rate(filled.records, filled.ms);
  if (typeof read === 'string') return [ingest, '-', '-', '-', '-', '-', '-', megabytes(filled.peakBytes)];
  const { check, search, deep, filter, edit, startMs, peakBytes } = read;
  const spread = [search, deep, filter, edit].map((ms) => `${amount(median(ms), 'ms')} / ${amount(p99(ms), 'ms')}`);
  const memory = `${megabytes(filled.peakBytes)} / ${megabytes(peakBytes)}`;
  return [ingest, rate(check.checked, check.ms), ...spread, amount(startMs, 'ms'), memory];
}

const noteOf = ({ read }: PeerFigures, note: string): string => {
  if (typeof read === 'string') return `${note}; ${read}`;
  return read.check.changed === 0 ? note : `${note}; took ${read.check.changed} unchanged records for changed`;
};

const megabytes = (bytes: number): string => amount(bytes / 1_000_000, 'MB');

/** Our own figures of the same run under the peers' headings; those of rows that were left out stay empty. */
export function ourRow(lines: readonly Line[]): PeerRow {
  const cell = (row: string, figure: string, hasP99 = true): string => {
    const line = lines.find((one) => one.row === row && one.figure.startsWith(figure));
    if (line === undefined) return '';
    const unit: Unit = line.unit;
    return !hasP99 || line.p99 === null
      ? amount(line.median, unit)
      : `${amount(line.median, unit)} / ${amount(line.p99, unit)}`;
  };
  const cells = [
    ...[cell('P1', 'First copy, text', false), cell('P2', 'Full check', false), cell('P3', "The core's share")],
    ...[
      cell('P4', 'Window of the finished library, nothing'),
      cell('P5', 'Filter: key = value and'),
      cell('P6', 'Edit, nothing'),
    ],
    ...[cell('P9', 'Process to first rows answered', false), cell('P1', 'Peak memory', false)],
  ];
  return {
    name: 'Pinfold',
    note: 'over HTTP, validated, through two threads; windows of 200 rows; durable (FULL)',
    found: { cells },
  };
}
