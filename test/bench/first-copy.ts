import SQLite from 'better-sqlite3';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { benchCore } from './core-in-bench.ts';
import { work } from './work.ts';

const INDEX_LOOK_MS = 20;

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
async function indexed(mirrorPath: string): Promise<void> {
  const mirror = new SQLite(mirrorPath, { readonly: true });
  const left = mirror
    .prepare<[], number>(
      /* sql */ `
      SELECT (SELECT max(row_id) FROM search_texts) > (SELECT indexed_through FROM index_progress)
        OR EXISTS (SELECT 1 FROM index_backlog)
    `,
    )
    .pluck();
  while (left.get() === 1) await pause(INDEX_LOOK_MS);
  mirror.close();
}
