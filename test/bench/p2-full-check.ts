import { z } from 'zod';
import type { Row } from './bench.ts';
import { benchCore } from './core-in-bench.ts';
import { atLeastTimes, lineOf } from './line.ts';
import { profileOf, rawDatabaseOf } from './prepared.ts';
import { rawCheck } from './raw-ingest.ts';
import { work } from './work.ts';

const FILES_PER_PAGE = 1_000;

/**
 * A full check of an account in which nothing has changed. Limit: 0.7 of the rate at which hand-written SQL compares the
 * same pages, read from a file, with the raw text it keeps.
 */
export const p2: Row = {
  id: 'P2',
  title: 'Full check of an unchanged library',
  run: async (bench) => {
    const set = await bench.set();
    const profileDirectory = await profileOf(bench, set);
    const service = await bench.service(set);
    const { token } = service;
    await service.forgetRequests();
    const own = await bench.perform('P2', fullChecks, { profileDirectory, token, runs: bench.runs });
    const pages = await service.listedPages();
    const least = bench.runs * Math.floor(set.records / FILES_PER_PAGE);
    if (pages < least) throw new Error(`Only ${pages} pages were asked for, not ${least}: that was no full check`);
    const databasePath = await rawDatabaseOf(bench, set);
    const raw = await bench.repeated(() => bench.perform(null, rawCheck, { pagesPath: set.pagesPath, databasePath }));
    const rate = (ms: number): number => (set.records / ms) * 1_000;
    return [
      lineOf({
        ...{ row: 'P2', unit: 'rec/s', figure: 'Full check, nothing changed' },
        values: own.output.ms.map(rate),
        baseline: { name: 'raw compare, pages from a file', values: raw.map(({ output }) => rate(output.ms)) },
        limits: [atLeastTimes(0.7)],
        note: `peak memory of the core ${Math.round(own.peakBytes / 1e6)} MB`,
      }),
    ];
  },
};

/** What a resumed connection checks by itself may be less than everything, so it comes before. */
export const fullChecks = work({
  name: 'fullChecks',
  module: import.meta.url,
  input: z.object({ profileDirectory: z.string(), token: z.string(), runs: z.number() }),
  output: z.object({ ms: z.array(z.number()) }),
  run: async ({ profileDirectory, token, runs }, meter) => {
    const bench = await benchCore(profileDirectory, token);
    const { id } = (await bench.connection()).connection;
    const rest = (): Promise<unknown> =>
      bench.until('connections.list', null, (all) => all.every(({ status }) => status.work === 'none'));
    await bench.get('connections.change', { id, paused: false });
    await rest();
    meter.begin();
    const ms: number[] = [];
    while (ms.length < runs) {
      const began = performance.now();
      await bench.get('connections.checkNow', { id });
      await rest();
      ms.push(performance.now() - began);
    }
    await bench.core.close();
    return { ms };
  },
});
