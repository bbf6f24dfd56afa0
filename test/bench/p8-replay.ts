import { copyFileSync, constants } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { FILES_AT_ONCE } from '../../electron/sync/push/parallelism.ts';
import { fileKey, type FileKey } from '../../src/domain/core/ids.ts';
import { bareReplay } from './bare-client.ts';
import type { Bench, Row } from './bench.ts';
import { benchCore } from './core-in-bench.ts';
import { atLeastTimes, lineOf, medianAtLeast, type Line } from './line.ts';
import { pointAt, profileOf } from './prepared.ts';
import { allFilesBy } from './queries.ts';
import { startService, type BenchService } from './service.ts';
import { work } from './work.ts';

const EDITS = 1_000;
const LATENCIES_MS = [0, 50] as const;

/**
 * 1,000 renames made without a network, replayed against a service that answers at once and after 50 ms, each with its
 * read before the write. Limit: 0.7 of the rate of a bare HTTP client with the same requests, as many side by side;
 * 120 edits a second after 50 ms.
 */
export const p8: Row = {
  id: 'P8',
  title: 'Replay of 1,000 edits',
  run: async (bench) => {
    const lines: Line[] = [];
    for (const latencyMs of LATENCIES_MS) {
      // Each on an account of its own: names that were replayed before would be somebody else's change now.
      const servicePath = join(bench.folder(), 'service.db');
      copyFileSync((await bench.set()).servicePath, servicePath, constants.COPYFILE_FICLONE);
      const service = await startService(servicePath);
      lines.push(await replayed(bench, service, latencyMs).finally(service.close));
    }
    return lines;
  },
};

async function replayed(bench: Bench, service: BenchService, latencyMs: number): Promise<Line> {
  const profileDirectory = await profileOf(bench, await bench.set());
  const { baseUrl, token } = service;
  pointAt(profileDirectory, baseUrl);
  const { keys } = (await bench.perform(null, queuing, { profileDirectory, token, edits: EDITS })).output;
  await service.latencyIs(latencyMs);
  const own = await bench.perform('P8', replay, { profileDirectory, token });
  const bare = await bench.perform(null, bareReplay, {
    baseUrl,
    token,
    keys,
    filesAtOnce: FILES_AT_ONCE,
    stem: 'bare',
  });
  const rate = (ms: number): number => (keys.length / ms) * 1_000;
  return lineOf({
    ...{ row: 'P8', unit: 'edits/s', figure: `Replay of ${keys.length} edits, the service answers in ${latencyMs} ms` },
    values: [rate(own.output.ms)],
    baseline: { name: `bare client, ${FILES_AT_ONCE} files at once`, values: [rate(bare.output.ms)] },
    limits: [atLeastTimes(0.7), ...(latencyMs === 50 ? [medianAtLeast(120)] : [])],
  });
}

/** Queues the edits while the connection is paused. */
export const queuing = work({
  name: 'queuing',
  module: import.meta.url,
  input: z.object({ profileDirectory: z.string(), token: z.string(), edits: z.number() }),
  output: z.object({ keys: z.array(fileKey) }),
  run: async ({ profileDirectory, token, edits }) => {
    const { core, get, connection } = await benchCore(profileDirectory, token);
    const { id: connectionId } = (await connection()).connection;
    await get('connections.change', { id: connectionId, paused: true });
    const { viewId, count } = await get('files.open', { connectionId, query: allFilesBy('created') });
    const keys: FileKey[] = [];
    while (keys.length < Math.min(edits, count)) {
      const { rows } = await get('files.window', { viewId, from: keys.length, to: keys.length + 200 });
      for (const { network, id, name } of rows) {
        const changes = [{ field: 'name' as const, base: name, mine: `replayed ${keys.length}.txt` }];
        await get('files.edit', { connectionId, key: { network, id }, changes });
        keys.push({ network, id });
      }
    }
    await core.close();
    return { keys };
  },
});

/** Lets a connection go on, and waits until nothing waits any more. */
export const replay = work({
  name: 'replay',
  module: import.meta.url,
  input: z.object({ profileDirectory: z.string(), token: z.string() }),
  output: z.object({ ms: z.number() }),
  run: async ({ profileDirectory, token }, meter) => {
    const bench = await benchCore(profileDirectory, token);
    const { connection } = await bench.connection();
    meter.begin();
    const began = performance.now();
    await bench.get('connections.change', { id: connection.id, paused: false });
    const drained = await bench.until('connections.list', null, (all) =>
      all.every(({ status }) => status.counts.waiting === 0),
    );
    const ms = performance.now() - began;
    const counts = drained[0]?.status.counts;
    if (counts === undefined || counts.needsYou + counts.refused + counts.gone > 0) {
      throw new Error(`Not every edit went through: ${JSON.stringify(counts)}`);
    }
    await bench.core.close();
    return { ms };
  },
});
