import { constants, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Row } from './bench.ts';
import { firstHour } from './first-hour.ts';
import { atLeastTimes, lineOf, medianAtMost, p99AtMost, type Line } from './line.ts';
import { rawIngest } from './raw-ingest.ts';
import { startService } from './service.ts';

/** 300,000 files at a million records, each with 1.3 kB of metadata, and 5,000 keys, of which a page has ten. */
const PART = 0.3;

/**
 * The first copy of an account with much metadata, with a search and an edit in it every second. Limits: searches 60 ms,
 * p99 200; edits 10 ms, p99 60; first rows after a second; 0.8 of the rate at which hand-written SQL takes the same pages
 * from a file while nobody asks anything.
 */
export const p14: Row = {
  id: 'P14',
  title: 'The first hour: search and edit while a first copy runs',
  run: async (bench) => {
    const set = await bench.set(Math.ceil(bench.records * PART), 'wide');
    const taken = await bench.repeated(async () => ({
      own: await hourOf(bench, set),
      raw: await bench.perform(null, rawIngest, {
        ...{ pagesPath: set.pagesPath, databasePath: join(bench.folder(), 'raw.db') },
      }),
    }));
    const rate = (ms: number): number => (set.records / ms) * 1_000;
    return [
      ...waits(taken.map(({ own }) => own.output)),
      lineOf({
        ...{ row: 'P14', unit: 'rec/s', figure: `First copy of ${set.records} files, text index included` },
        values: taken.map(({ own }) => rate(own.output.ms)),
        baseline: { name: 'raw, indexes at the end', values: taken.map(({ raw }) => rate(raw.output.ms)) },
        limits: [atLeastTimes(0.8)],
      }),
      lineOf({
        ...{ row: 'P14', unit: 'MB', figure: 'Peak memory of the core meanwhile', limits: [medianAtMost(300)] },
        values: taken.map(({ own }) => own.peakBytes / 1e6),
      }),
    ];
  },
};

/** Each on an account of its own: what was edited once is edited already. */
async function hourOf(bench: Bench, { servicePath, records }: { servicePath: string; records: number }) {
  const ownPath = join(bench.folder(), 'service.db');
  copyFileSync(servicePath, ownPath, constants.COPYFILE_FICLONE);
  const { baseUrl, token, close } = await startService(ownPath);
  const profileDirectory = join(bench.folder(), 'profile');
  return await bench.perform('P14', firstHour, { profileDirectory, baseUrl, token, records }).finally(close);
}

type Taken = { readonly firstRowsMs: number; readonly searches: number[]; readonly edits: number[] };

function waits(taken: readonly Taken[]): readonly Line[] {
  const common = { row: 'P14', unit: 'ms' } as const;
  return [
    lineOf({
      ...{ ...common, figure: 'First rows of the first copy', values: taken.map(({ firstRowsMs }) => firstRowsMs) },
      limits: [medianAtMost(1_000)],
    }),
    lineOf({
      ...{ ...common, figure: 'Search while it runs, first 100', values: taken.flatMap(({ searches }) => searches) },
      limits: [medianAtMost(60), p99AtMost(200)],
    }),
    lineOf({
      ...{ ...common, figure: 'Edit while it runs', values: taken.flatMap(({ edits }) => edits) },
      limits: [medianAtMost(10), p99AtMost(60)],
    }),
  ];
}
