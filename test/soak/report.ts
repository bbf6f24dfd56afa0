import { markdownTable } from '../support/markdown-table.ts';
import type { MinuteOfOutage, Sample, SoakFigures } from './soak.ts';

type Measure = Exclude<keyof Sample, 'atMs'>;

/** What each measure is called, and by how much its last quarter may lie above its second. */
const measures: readonly (readonly [Measure, string, (before: number) => number])[] = [
  ['residentMegabytes', 'memory, MB', (before) => before * 1.15 + 20],
  ['handles', 'open handles', (before) => before + 8],
  ['threads', 'threads', (before) => before + 4],
  ['logBytes', 'log, bytes', () => 2_100_000],
  ['walBytes', 'write-ahead logs, bytes', (before) => before + 16_000_000],
];

/**
 * How many requests a minute without the service may have. Each edit is tried at once, as a person expects, with one file, whose
 * failure may be its own, and one request that concerns none. The rest is for checks that are asked for, for the tries that
 * tell an outage, and for what was on its way.
 */
const mostRequests = ({ edits }: MinuteOfOutage): number => 40 + 2 * edits;

/** The minute that lies furthest above what it may have, or least below; null for none. */
const busiestOf = (minutes: readonly MinuteOfOutage[]): MinuteOfOutage | null =>
  minutes.toSorted((a, b) => b.requests - mostRequests(b) - (a.requests - mostRequests(a)))[0] ?? null;

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

function quarter(samples: readonly Sample[], number: 1 | 3, measure: Measure): number {
  const length = samples.length / 4;
  return median(
    samples.slice(Math.floor(number * length), Math.ceil((number + 1) * length)).map((one) => one[measure]),
  );
}

const told = ({ requests, edits, checks }: MinuteOfOutage): string =>
  `${requests} requests beside ${edits} edits and ${checks} checks asked for`;

/** What grew or was not as it should be; empty when nothing was. The first quarter warms up, and is left out. */
export function soakFaults(figures: SoakFigures): readonly string[] {
  const { samples, minutesOfOutage, different, edits, windowsOpened } = figures;
  const grown = measures.flatMap(([measure, name, most]) => {
    const [before, after] = [quarter(samples, 1, measure), quarter(samples, 3, measure)];
    return after > most(before) ? [`${name}: ${Math.round(before)}, and ${Math.round(after)} later`] : [];
  });
  const busiest = busiestOf(minutesOfOutage);
  return [
    ...grown,
    ...(busiest !== null && busiest.requests > mostRequests(busiest)
      ? [`${told(busiest)} in one minute without the service, where ${mostRequests(busiest)} requests are allowed`]
      : []),
    ...(different > 0 ? [`${different} files differ from the service at the end`] : []),
    ...(edits === 0 ? ['no edit was made'] : []),
    ...(windowsOpened === 0 ? ['no second window was opened'] : []),
  ];
}

/** The figures as a table. */
export function soakTable(figures: SoakFigures): string {
  const { samples, minutesOfOutage, edits, outages, windowsOpened, different } = figures;
  const shown = (value: number): string => Math.round(value).toLocaleString('en-GB');
  const rows = measures.map(([measure, name]) => [
    name,
    ...[quarter(samples, 1, measure), quarter(samples, 3, measure)].map(shown),
    shown(Math.max(...samples.map((one) => one[measure]))),
  ]);
  const busiest = busiestOf(minutesOfOutage);
  const middle = median(minutesOfOutage.map((minute) => minute.requests));
  const requests = `Requests a minute without the service: median ${shown(middle)}, over ${minutesOfOutage.length} minutes; the busiest: ${busiest === null ? 'none' : told(busiest)}.`;
  const work = `${shown(edits)} edits, ${outages} outages, a second window opened ${shown(windowsOpened)} times; ${different} files differ from the service at the end.`;
  const faults = soakFaults(figures);
  const verdict = faults.length === 0 ? 'Nothing grew.' : `NOT AS IT SHOULD BE: ${faults.join('; ')}.`;
  const head = ['', 'Second quarter, median', 'Last quarter, median', 'Most'];
  return [markdownTable(head, rows), work, requests, verdict].join('\n\n');
}
