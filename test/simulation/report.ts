import { markdownTable } from '../support/markdown-table.ts';
import { boundOf } from '../support/rule-of-three.ts';
import type { ResultsSection } from '../support/results-file.ts';
import type { Tally } from './situations/tally.ts';

/** Seeds played in one go, by the product or with one rule taken away. */
export type SimulationRun = {
  /** The rule that was taken away; null for the product. */
  readonly control: string | null;
  readonly from: number;
  readonly seeds: number;
  readonly brokenSeeds: number;
  readonly seconds: number;
  readonly jobs: number;
  readonly tally: Tally;
};

/** One run in one line, for a terminal. */
export function runLine({ control, from, seeds, brokenSeeds, seconds, jobs }: SimulationRun): string {
  const subject = control === null ? 'the product' : `without a rule: ${control}`;
  const rate = `${brokenSeeds} of ${seeds} seeds broken (${percentOf(brokenSeeds, seeds)})`;
  const speed = `${seconds.toFixed(1)} s, ${Math.round(seeds / seconds / jobs)} seeds/s per core on ${jobs}`;
  return `${subject}: ${rate}, seeds ${from} to ${from + seeds - 1}, ${speed}`;
}

/** Which seeds were played, and on how many threads. */
export type SimulationOptions = Pick<SimulationRun, 'from' | 'seeds' | 'jobs'> & { readonly controls: boolean };

/** The product's run or those of all controls, as the results file keeps them. Each first seed has a section of its own. */
export function resultsSection(options: SimulationOptions, runs: readonly SimulationRun[]): ResultsSection {
  const { seeds, from, jobs, controls } = options;
  const words = `--seeds ${seeds} --from ${from} --jobs ${jobs}${controls ? ' --controls' : ''} --write`;
  const heading = `${controls ? 'Controls, one rule taken away' : 'The product'}: seeds from ${from} on`;
  const head = ['', 'Seeds broken', 'Of', 'Part', 'At 95 %'];
  const rows = runs.map((run) => [
    run.control ?? 'the product',
    run.brokenSeeds.toLocaleString('en-GB'),
    run.seeds.toLocaleString('en-GB'),
    percentOf(run.brokenSeeds, run.seeds),
    boundOf(run.brokenSeeds, run.seeds),
  ]);
  const seconds = runs.reduce((sum, run) => sum + run.seconds, 0);
  const tables = [markdownTable(head, rows), ...(controls ? [] : runs.map(({ tally }) => tallyTables(tally, seeds)))];
  return { heading, command: `npm run simulate -- ${words}`, seconds, body: tables.join('\n') };
}

/** What the stories came through, so that a table without a loss says what it was without a loss in. */
function tallyTables({ situations, faults }: Tally, seeds: number): string {
  const rows = Object.entries(situations).map(([name, count]) => [
    name,
    count.toLocaleString('en-GB'),
    percentOf(count, seeds),
  ]);
  const counted = Object.entries(faults).map(([kind, count]) => [kind, count.toLocaleString('en-GB')]);
  return ['', markdownTable(['Situation', 'Seeds', 'Part'], rows), '', markdownTable(['Fault', 'Times'], counted)].join(
    '\n',
  );
}

/** Says what no seed came to; such a campaign has not shown what it is for. */
export const missedLine = (missed: readonly string[]): string => `never reached: ${missed.join('; ')}`;

const percentOf = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(1)} %`;
