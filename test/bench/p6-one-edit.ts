import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Row } from './bench.ts';
import { benchCore, type BenchCore } from './core-in-bench.ts';
import { atMostTimes, lineOf, p99AtMost } from './line.ts';
import { beside, besideInput } from './p4-windows.ts';
import { rawCopyOf } from './prepared.ts';
import { allFilesBy } from './queries.ts';
import { rawEdits } from './raw-edits.ts';
import { work } from './work.ts';
import type { FileRow } from '../../src/domain/files/file.ts';

const EDITS = 500;
const WARM_EDITS = 50;
const BETWEEN_EDITS_MS = 20;
const LONGEST_MS = 15_000;

/**
 * One rename from the question to the durable reply, with nothing else going on and while a first copy runs. Limit: the
 * median three times a hand-written FULL commit of row and queue, p99 10 ms; while copying five times, and 25 ms.
 */
export const p6: Row = {
  id: 'P6',
  title: 'One edit, from asking to the durable reply',
  run: async (bench) => {
    const set = await bench.set();
    const { output } = await bench.perform('P6', singleEdits, await beside(bench, set));
    const raw = await bench.perform(null, rawEdits, { databasePath: await rawCopyOf(bench, set), edits: EDITS });
    const baseline = { name: 'raw FULL commit', values: raw.output.ms };
    const common = { row: 'P6', unit: 'ms', baseline } as const;
    return [
      lineOf({
        ...common,
        figure: 'Edit, nothing else going on',
        values: output.quiet,
        limits: [atMostTimes(3), p99AtMost(10)],
      }),
      lineOf({
        ...common,
        figure: 'Edit while a first copy runs',
        values: output.copying,
        limits: [atMostTimes(5), p99AtMost(25)],
      }),
    ];
  },
};

export const singleEdits = work({
  name: 'singleEdits',
  module: import.meta.url,
  input: besideInput,
  output: z.object({ quiet: z.array(z.number()), copying: z.array(z.number()) }),
  run: async ({ profileDirectory, token, baseUrl, records }, meter) => {
    const bench = await benchCore(profileDirectory, token);
    const { connection } = await bench.connection();
    await bench.get('connections.change', { id: connection.id, paused: true });
    const edit = await editor(bench, connection.id);
    meter.begin();
    const quiet: number[] = [];
    while (quiet.length < EDITS + WARM_EDITS) {
      quiet.push(await edit());
      // One by itself: what an edit leaves to be done after its answer is no part of the next one's wait.
      await pause(BETWEEN_EDITS_MS);
    }
    const other = await bench.get('connections.add', { baseUrl, token, name: 'Growing' });
    const counted = async (): Promise<number> => (await bench.get('files.counts', { connectionId: other.id })).all;
    const copying: number[] = [];
    const endMs = performance.now() + LONGEST_MS;
    while (
      performance.now() < endMs &&
      copying.length < EDITS &&
      (copying.length % 10 || (await counted()) < records)
    ) {
      copying.push(await edit());
      await pause(BETWEEN_EDITS_MS);
    }
    await bench.core.close();
    return { quiet: quiet.slice(WARM_EDITS), copying };
  },
});

/** @returns renames the next file and says how long that took */
async function editor({ get }: BenchCore, connectionId: string): Promise<() => Promise<number>> {
  const { viewId } = await get('files.open', { connectionId, query: allFilesBy('created') });
  let rows: readonly FileRow[] = [];
  let [from, made] = [0, 0];
  return async () => {
    if (rows.length === 0) {
      rows = (await get('files.window', { viewId, from, to: from + 200 })).rows;
      from += 200;
    }
    const [row, ...others] = rows;
    if (row === undefined) throw new Error('There are too few files to edit');
    rows = others;
    const key = { network: row.network, id: row.id };
    const changes = [{ field: 'name' as const, base: row.name, mine: `renamed ${++made}.txt` }];
    const began = performance.now();
    await get('files.edit', { connectionId, key, changes });
    return performance.now() - began;
  };
}
