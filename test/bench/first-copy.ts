import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { benchCore } from './core-in-bench.ts';
import { work } from './work.ts';

/** The core copies an account from the service over HTTP into a new profile, with everything it does in the app. */
export const firstCopy = work({
  name: 'firstCopy',
  module: import.meta.url,
  input: z.object({ profileDirectory: z.string(), baseUrl: z.string(), token: z.string(), records: z.number() }),
  output: z.object({
    /** Until the check was through and every text was in the index. */
    ms: z.number(),
    /** Until every file could be seen. */
    seenMs: z.number(),
  }),
  run: async ({ profileDirectory, baseUrl, token, records }, meter) => {
    const bench = await benchCore(profileDirectory, token);
    meter.begin();
    const began = performance.now();
    const { id: connectionId } = await bench.get('connections.add', { baseUrl, token, name: 'Bench' });
    await bench.until('files.counts', { connectionId }, ({ all }) => all >= records);
    const seenMs = performance.now() - began;
    await bench.until('connections.list', null, (all) => all.some(({ status }) => status.caughtUpAtMs !== null));
    await indexed(join(profileDirectory, 'mirror.db'));
    const ms = performance.now() - began;
    await bench.core.close();
    return { ms, seenMs };
  },
});

/** Waits until the text index holds every row: only then is everything on. */
export async function indexed(mirrorPath: string): Promise<void> {
  const program = new URL('./until-indexed.ts', import.meta.url);
  await once(
    new Worker(program, { workerData: { mirrorPath }, resourceLimits: { maxYoungGenerationSizeMb: 1 } }),
    'exit',
  );
}
