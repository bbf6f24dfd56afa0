import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { benchCore, type BenchCore } from './core-in-bench.ts';
import { indexed } from './first-copy.ts';
import { allFilesBy, queryOf } from './queries.ts';
import { typedTexts } from './searches.ts';
import { work } from './work.ts';

const ROWS_SHOWN = 100;
/** A search, and half a second later an edit. */
const HALF_SECOND_MS = 500;
/** Every so many of the typed texts is searched for: parts of all words, in another order than they are typed in. */
const TEXTS_APART = 7;

/** A person at work in a library while it is copied for the first time, its metadata and its keys as well. */
export const firstHour = work({
  name: 'firstHour',
  module: import.meta.url,
  input: z.object({ profileDirectory: z.string(), baseUrl: z.string(), token: z.string(), records: z.number() }),
  output: z.object({
    firstRowsMs: z.number(),
    /** Until everything was copied and every row was in the text index. */
    ms: z.number(),
    searches: z.array(z.number()),
    edits: z.array(z.number()),
  }),
  run: async ({ profileDirectory, baseUrl, token, records }, meter) => {
    const bench = await benchCore(profileDirectory, token);
    meter.begin();
    const began = performance.now();
    const { id: connectionId } = await bench.get('connections.add', { baseUrl, token, name: 'First hour' });
    const query = allFilesBy('created', true);
    await bench.until('files.open', { connectionId, query, firstRows: ROWS_SHOWN }, ({ count }) => count > 0);
    const firstRowsMs = performance.now() - began;
    let isOver = false;
    const copied = copiedWhole(bench, { connectionId, records, profileDirectory }).finally(() => (isOver = true));
    const [searches, edits]: [number[], number[]] = [[], []];
    const [search, edit] = [searcher(bench, connectionId), editor(bench, connectionId)];
    while (!isOver) {
      await search(searches);
      await Promise.race([copied, pause(HALF_SECOND_MS)]);
      await edit(edits);
      await Promise.race([copied, pause(HALF_SECOND_MS)]);
    }
    await copied;
    const ms = performance.now() - began;
    await bench.core.close();
    return { firstRowsMs, ms, searches, edits };
  },
});

type Copied = { readonly connectionId: string; readonly records: number; readonly profileDirectory: string };

async function copiedWhole(bench: BenchCore, { connectionId, records, profileDirectory }: Copied): Promise<void> {
  await bench.until('files.counts', { connectionId }, ({ all }) => all >= records);
  await bench.until('connections.list', null, (all) => all.every(({ status }) => status.caughtUpAtMs !== null));
  await indexed(join(profileDirectory, 'mirror.db'));
}

/** @returns searches for the next text, as the page does, until its first rows; the rest is found before the next one */
function searcher({ get }: BenchCore, connectionId: string): (into: number[]) => Promise<void> {
  let asked = 0;
  return async (into) => {
    asked += TEXTS_APART;
    const query = { ...queryOf({ search: typedTexts[asked % typedTexts.length] ?? '' }), nameFirst: true };
    const began = performance.now();
    const { viewId } = await get('files.open', { connectionId, query, firstRows: ROWS_SHOWN });
    into.push(performance.now() - began);
    await get('files.counted', { viewId });
    await get('files.close', { viewId });
  };
}

/** @returns renames the next of the newest files */
function editor({ get }: BenchCore, connectionId: string): (into: number[]) => Promise<void> {
  let made = 0;
  return async (into) => {
    const { viewId } = await get('files.open', { connectionId, query: allFilesBy('created', true) });
    const { rows } = await get('files.window', { viewId, from: made, to: made + 1 });
    await get('files.close', { viewId });
    for (const { network, id, name } of rows) {
      const changes = [{ field: 'name' as const, base: name, mine: `renamed ${++made}.txt` }];
      const began = performance.now();
      await get('files.edit', { connectionId, key: { network, id }, changes });
      into.push(performance.now() - began);
    }
  };
}
