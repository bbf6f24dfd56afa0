import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { FileKey } from '../../src/domain/core/ids.ts';
import type { Row } from './bench.ts';
import { benchCore, type BenchCore } from './core-in-bench.ts';
import { atMostTimes, lineOf, medianAtMost } from './line.ts';
import { workWords } from './main-thread.ts';
import { profileOf, rawCopyOf } from './prepared.ts';
import { allFilesBy } from './queries.ts';
import { rawBulkEdit } from './raw-edits.ts';
import { work } from './work.ts';

const FILES = 10_000;
const BETWEEN_QUESTIONS_MS = 10;

/**
 * A pair set and a name changed in 10,000 files as one change set, from asking for the plan to the durable reply. Limits:
 * twice hand-written SQL for the same rows; 2 s until the list shows it all, 100 ms for any question, 20 ms of the main thread.
 */
export const p7: Row = {
  id: 'P7',
  title: 'Bulk edit of 10,000 files as one change set',
  run: async (bench) => {
    const set = await bench.set();
    const files = Math.min(FILES, set.records);
    const { runs } = bench;
    const { token } = await bench.service(set);
    const own = await bench.perform('P7', bulkEdits, {
      profileDirectory: await profileOf(bench, set),
      token,
      files,
      runs,
    });
    const raw = await bench.perform(null, rawBulkEdit, { databasePath: await rawCopyOf(bench, set), files, runs });
    const { whole, apply, shown, answer } = own.output;
    const baseline = { name: 'raw, one FULL commit', values: raw.output.ms };
    const common = { row: 'P7', unit: 'ms' } as const;
    return [
      lineOf({
        ...common,
        figure: `Plan and apply to ${files} files`,
        values: whole,
        baseline,
        limits: [atMostTimes(2)],
      }),
      lineOf({ ...common, figure: 'of that: apply', values: apply, baseline }),
      lineOf({
        ...common,
        figure: 'until the list shows it all',
        values: shown,
        baseline,
        limits: [medianAtMost(2_000)],
      }),
      lineOf({
        ...common,
        figure: 'Longest wait of a question meanwhile',
        values: answer,
        limits: [medianAtMost(100)],
      }),
      lineOf({
        ...common,
        figure: 'Longest gap of the main thread',
        values: [own.delay?.maxMs ?? 0],
        limits: [medianAtMost(20)],
        note: workWords(own.delay),
      }),
    ];
  },
};

const times = z.array(z.number());

export const bulkEdits = work({
  name: 'bulkEdits',
  module: import.meta.url,
  input: z.object({ profileDirectory: z.string(), token: z.string(), files: z.number(), runs: z.number() }),
  output: z.object({ whole: times, apply: times, shown: times, answer: times }),
  run: async ({ profileDirectory, token, files, runs }, meter) => {
    const bench = await benchCore(profileDirectory, token);
    const { connection } = await bench.connection();
    const connectionId = connection.id;
    await bench.get('connections.change', { id: connectionId, paused: true });
    const keys = await firstFiles(bench, connectionId, files);
    meter.begin();
    const taken = { whole: [] as number[], apply: [] as number[], shown: [] as number[], answer: [] as number[] };
    for (let run = 0; run < runs; run++) {
      const stop = keepAsking(bench);
      const began = performance.now();
      const operations = [
        { kind: 'setKey' as const, key: `bench${run}`, value: 'yes' },
        { kind: 'addToName' as const, prefix: `${run}-`, suffix: '' },
      ];
      const plan = await bench.get('bulk.prepare', { connectionId, selection: { kind: 'keys', keys }, operations });
      const plannedMs = performance.now();
      await bench.get('bulk.apply', { planId: plan.planId });
      const appliedMs = performance.now();
      await bench.until('files.counts', { connectionId }, ({ edited }) => edited >= keys.length - plan.unfit);
      taken.whole.push(appliedMs - began);
      taken.apply.push(appliedMs - plannedMs);
      taken.shown.push(performance.now() - began);
      taken.answer.push(await stop());
    }
    await bench.core.close();
    return taken;
  },
});

async function firstFiles({ get }: BenchCore, connectionId: string, files: number): Promise<FileKey[]> {
  const { viewId } = await get('files.open', { connectionId, query: allFilesBy('name') });
  const keys: FileKey[] = [];
  while (keys.length < files) {
    const { rows } = await get('files.window', { viewId, from: keys.length, to: Math.min(files, keys.length + 200) });
    keys.push(...rows.map(({ network, id }) => ({ network, id })));
  }
  return keys;
}

/** Another screen goes on asking the writing thread. @returns stops, and says how long the longest answer took */
function keepAsking({ get }: BenchCore): () => Promise<number> {
  let [isAsking, longestMs] = [true, 0];
  const asking = (async () => {
    while (isAsking) {
      const began = performance.now();
      await get('app.preferences', null);
      longestMs = Math.max(longestMs, performance.now() - began);
      await pause(BETWEEN_QUESTIONS_MS);
    }
  })();
  return async () => {
    isAsking = false;
    await asking;
    return longestMs;
  };
}
