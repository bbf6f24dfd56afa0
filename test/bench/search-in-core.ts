import { z } from 'zod';
import { benchCore } from './core-in-bench.ts';
import { queryOf } from './queries.ts';
import { typedTexts } from './searches.ts';
import { work } from './work.ts';

const ROWS_SHOWN = 100;

/**
 * Everything that is typed, each text answered and counted before the next is asked: the core's share of a search.
 * `ms` until the first 100 rows, `countedMs` until all are found and counted.
 */
export const searchInCore = work({
  name: 'searchInCore',
  module: import.meta.url,
  input: z.object({ profileDirectory: z.string(), runs: z.number() }),
  output: z.object({ ms: z.array(z.number()), countedMs: z.array(z.number()) }),
  run: async ({ profileDirectory, runs }, meter) => {
    const { core, get } = await benchCore(profileDirectory, null);
    const [only] = await get('connections.list', null);
    const connectionId = only?.connection.id ?? '';
    const [ms, countedMs]: [number[], number[]] = [[], []];
    const search = async (text: string): Promise<void> => {
      const began = performance.now();
      const asked = { connectionId, query: queryOf({ search: text }), firstRows: ROWS_SHOWN };
      const { viewId } = await get('files.open', asked);
      ms.push(performance.now() - began);
      await get('files.counted', { viewId });
      countedMs.push(performance.now() - began);
      await get('files.close', { viewId });
    };
    for (const text of ['', ...typedTexts]) await search(text);
    for (const warmUp of [ms, countedMs]) warmUp.length = 0;
    meter.begin();
    for (let run = 0; run < runs; run++) for (const text of typedTexts) await search(text);
    await core.close();
    return { ms, countedMs };
  },
});
