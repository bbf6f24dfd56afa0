import { z } from 'zod';
import type { Row } from './bench.ts';
import { benchCore } from './core-in-bench.ts';
import { atLeastTimes, lineOf } from './line.ts';
import { profileOf, rawDatabaseOf } from './prepared.ts';
import { rawCheck } from './raw-ingest.ts';
import { work } from './work.ts';

/**
 * A full check of an account in which nothing has changed. Limit: half the rate at which hand-written SQL compares the
 * same pages, read from a file, with the raw text it keeps.
 */
export const p2: Row = {
  id: 'P2',
  title: 'Full check of an unchanged library',
  run: async (bench) => {
    const set = await bench.set();
    const profileDirectory = await profileOf(bench, set);
    const { token } = await bench.service(set);
    const own = await bench.perform('P2', fullChecks, { profileDirectory, token, runs: bench.runs });
    const databasePath = await rawDatabaseOf(bench, set);
    const raw = await bench.repeated(() => bench.perform(null, rawCheck, { pagesPath: set.pagesPath, databasePath }));
    const rate = (ms: number): number => (set.records / ms) * 1_000;
    return [
      lineOf({
        ...{ row: 'P2', unit: 'rec/s', figure: 'Full check, nothing changed' },
        values: own.output.ms.map(rate),
        baseline: { name: 'raw compare, pages from a file', values: raw.map(({ output }) => rate(output.ms)) },
        limits: [atLeastTimes(0.5)],
        note: `peak memory of the core ${Math.round(own.peakBytes / 1e6)} MB`,
      }),
    ];
  },
};

/** A connection that is resumed checks everything; later ones are asked for. */
export const fullChecks = work({
  name: 'fullChecks',
  module: import.meta.url,
  input: z.object({ profileDirectory: z.string(), token: z.string(), runs: z.number() }),
  output: z.object({ ms: z.array(z.number()) }),
  run: async ({ profileDirectory, token, runs }, meter) => {
    const bench = await benchCore(profileDirectory, token);
    const { id } = (await bench.connection()).connection;
    meter.begin();
    const ms: number[] = [];
    while (ms.length < runs) {
      const began = performance.now();
      if (ms.length === 0) await bench.get('connections.change', { id, paused: false });
      else await bench.get('connections.checkNow', { id });
      await bench.until('connections.list', null, (all) => all.every(({ status }) => status.work === 'none'));
      ms.push(performance.now() - began);
    }
    await bench.core.close();
    return { ms };
  },
});
