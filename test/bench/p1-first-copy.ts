import { renameSync, rmSync } from 'node:fs';
import { z } from 'zod';
import type { Row } from './bench.ts';
import { atLeastTimes, lineOf, medianAtMost, type Line } from './line.ts';
import { pagesOf } from './pages.ts';
import { copyFirst } from './prepared.ts';
import { rawIngest } from './raw-ingest.ts';
import { work } from './work.ts';

/**
 * The first copy of an account from the practice service over HTTP: validation, raw JSON, metadata, shown columns, text
 * index, counters. Limit: 0.9 of the rate at which hand-written SQL takes the same pages from a file and builds its
 * indexes at the end; 280 MB in the core.
 */
export const p1: Row = {
  id: 'P1',
  title: 'First copy over HTTP, everything on',
  run: async (bench) => {
    const set = await bench.set();
    const taken = await bench.repeated(async () => {
      const own = await copyFirst(bench, set, 'P1');
      const databasePath = `${set.rawPath}.new`;
      const raw = await bench.perform(null, rawIngest, { pagesPath: set.pagesPath, databasePath });
      for (const ending of ['', '-wal', '-shm']) rmSync(set.rawPath + ending, { force: true });
      renameSync(databasePath, set.rawPath);
      return { own, raw };
    });
    const { baseUrl, token } = await bench.service(set);
    const asked = await bench.perform(null, bareDownload, { baseUrl, token });
    const rate = (ms: number): number => (set.records / ms) * 1_000;
    const baseline = { name: 'raw, indexes at the end', values: taken.map(({ raw }) => rate(raw.output.ms)) };
    const common = { row: 'P1', unit: 'rec/s', baseline } as const;
    return [
      lineOf({
        ...common,
        figure: 'First copy, text index included',
        values: taken.map(({ own }) => rate(own.output.ms)),
        limits: [atLeastTimes(0.9)],
        note: `the service alone gives ${Math.round(rate(asked.output.ms)).toLocaleString('en-GB')} rec/s to a client that keeps nothing`,
      }),
      lineOf({
        ...common,
        figure: 'First copy until every file is seen',
        values: taken.map(({ own }) => rate(own.output.seenMs)),
      }),
      memory(
        'Peak memory of the core',
        taken.map(({ own }) => own.peakBytes),
        taken.map(({ raw }) => raw.peakBytes),
      ),
    ];
  },
};

function memory(figure: string, own: readonly number[], raw: readonly number[]): Line {
  const megabytes = (values: readonly number[]): number[] => values.map((bytes) => bytes / 1_000_000);
  return lineOf({
    row: 'P1',
    figure,
    unit: 'MB',
    values: megabytes(own),
    baseline: { name: 'raw', values: megabytes(raw) },
    limits: [medianAtMost(280)],
  });
}

/** What the service and HTTP cost, without a copy. */
export const bareDownload = work({
  name: 'bareDownload',
  module: import.meta.url,
  input: z.object({ baseUrl: z.string(), token: z.string() }),
  output: z.object({ ms: z.number(), characters: z.number() }),
  run: async (service) => {
    const began = performance.now();
    let characters = 0;
    for await (const { text } of pagesOf(service)) characters += text.length;
    return { ms: performance.now() - began, characters };
  },
});
