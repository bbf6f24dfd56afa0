import { z } from 'zod';
import { benchCore } from './core-in-bench.ts';
import { queryOf } from './queries.ts';
import { typedTexts } from './searches.ts';
import { work } from './work.ts';

const ROWS_SHOWN = 100;

/** Everything that is typed, each text answered before the next is asked: the core's share of a search. */
export const searchInCore = work({
  name: 'searchInCore',
  module: import.meta.url,
  input: z.object({ profileDirectory: z.string(), runs: z.number() }),
  output: z.object({ ms: z.array(z.number()) }),
  run: async ({ profileDirectory, runs }, meter) => {
    const { core, get } = await benchCore(profileDirectory, null);
    const [only] = await get('connections.list', null);
    const connectionId = only?.connection.id ?? '';
    const search = async (text: string): Promise<number> => {
      const began = performance.now();
      const { viewId } = await get('files.open', { connectionId, query: queryOf({ search: text }) });
      await get('files.window', { viewId, from: 0, to: ROWS_SHOWN });
      const ms = performance.now() - began;
      await get('files.close', { viewId });
      return ms;
    };
    for (const text of ['', ...typedTexts]) await search(text);
    meter.begin();
    const ms: number[] = [];
    for (let run = 0; run < runs; run++) for (const text of typedTexts) ms.push(await search(text));
    await core.close();
    return { ms };
  },
});
