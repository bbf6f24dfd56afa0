import { rmSync } from 'node:fs';
import { z } from 'zod';
import type { Bench, Row } from './bench.ts';
import { benchCore } from './core-in-bench.ts';
import { growthExponent, median } from './figures.ts';
import { growthAtMost, lineOf, type Limit } from './line.ts';
import { copyFirst, profileOf } from './prepared.ts';
import { allFilesBy } from './queries.ts';
import { searchInCore } from './search-in-core.ts';
import { work } from './work.ts';

const SMALLEST = 1_000;
const EDITS = 200;
const WINDOWS = 300;

type AtSize = { records: number; search: number; counted: number; window: number; edit: number; perRecord: number };

/**
 * How costs grow over two orders of magnitude up to this run's size. Limits: exponent 0.5 for a search, a window and an
 * edit; a record of a first copy at the largest size at most twice what it costs at the smallest.
 */
export const p12: Row = {
  id: 'P12',
  title: 'Growth',
  run: async (bench) => {
    const sizes = [bench.records / 100, bench.records / 10, bench.records].filter((size) => size >= SMALLEST);
    if (sizes.length < 2) return [];
    const found: AtSize[] = [];
    for (const records of sizes) found.push(await atSize(bench, Math.round(records)));
    const spelled = (of: (at: AtSize) => number): string =>
      found.map((at) => `${at.records.toLocaleString('en-GB')}: ${of(at).toFixed(2)} ms`).join(', ');
    const line = (figure: string, of: (at: AtSize) => number, limits = [growthAtMost(0.5)]) =>
      lineOf({
        ...{ row: 'P12', unit: 'exponent', figure: `Exponent of ${figure}`, note: spelled(of) },
        values: [growthExponent(found.map((at) => ({ records: at.records, value: of(at) })))],
        limits,
      });
    return [
      line('a search until its first 100, median', ({ search }) => search),
      line('a search until all are counted, median', ({ counted }) => counted, []),
      line('a window, median', ({ window }) => window),
      line('an edit, median', ({ edit }) => edit),
      copying(found),
    ];
  },
};

function copying(found: readonly AtSize[]) {
  const [smallest, largest] = [found[0], found.at(-1)];
  const times = (largest?.perRecord ?? 0) / (smallest?.perRecord ?? 1);
  const atMostTwice: Limit = ({ median: value }) => ({ kind: 'ratio', text: '<= 2x', isReached: value <= 2 });
  return lineOf({
    ...{ row: 'P12', unit: 'times', figure: 'Cost of a record in a first copy, largest to smallest size' },
    values: [times],
    limits: [atMostTwice],
    note: found
      .map(({ records, perRecord }) => `${records.toLocaleString('en-GB')}: ${perRecord.toFixed(3)} ms`)
      .join(', '),
  });
}

async function atSize(bench: Bench, records: number): Promise<AtSize> {
  const set = await bench.set(records);
  if (!bench.firstCopies.has(records)) await copyFirst(bench, set, null);
  const profileDirectory = await profileOf(bench, set);
  const { token } = await bench.service(set);
  const searches = await bench.perform(null, searchInCore, { profileDirectory, runs: 1 });
  const { windows, edits } = (await bench.perform(null, smallWork, { profileDirectory, token })).output;
  rmSync(profileDirectory, { recursive: true, force: true });
  const { ms, countedMs } = searches.output;
  return {
    records,
    ...{ search: median(ms), counted: median(countedMs), window: median(windows), edit: median(edits) },
    perRecord: median(bench.firstCopies.get(records) ?? []) / records,
  };
}

/** Windows and edits with nothing else going on. */
export const smallWork = work({
  name: 'smallWork',
  module: import.meta.url,
  input: z.object({ profileDirectory: z.string(), token: z.string() }),
  output: z.object({ windows: z.array(z.number()), edits: z.array(z.number()) }),
  run: async ({ profileDirectory, token }) => {
    const bench = await benchCore(profileDirectory, token);
    const { id: connectionId } = (await bench.connection()).connection;
    await bench.get('connections.change', { id: connectionId, paused: true });
    const { viewId, count } = await bench.get('files.open', { connectionId, query: allFilesBy('name') });
    const timed = async <T>(into: number[], ask: () => Promise<T>): Promise<T> => {
      const began = performance.now();
      const answer = await ask();
      into.push(performance.now() - began);
      return answer;
    };
    const [windows, edits]: [number[], number[]] = [[], []];
    for (let at = 0; at < WINDOWS; at++) {
      const from = Math.floor((at / WINDOWS) * Math.max(0, count - 200));
      await timed(windows, () => bench.get('files.window', { viewId, from, to: from + 200 }));
    }
    const { rows } = await bench.get('files.window', { viewId, from: 0, to: EDITS });
    for (const { network, id, name } of rows) {
      const changes = [{ field: 'name' as const, base: name, mine: `grown ${edits.length}.txt` }];
      await timed(edits, () => bench.get('files.edit', { connectionId, key: { network, id }, changes }));
    }
    await bench.core.close();
    return { windows, edits };
  },
});
