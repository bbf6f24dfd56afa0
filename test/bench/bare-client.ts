import { ofetch } from 'ofetch';
import { z } from 'zod';
import { work } from './work.ts';

const key = z.object({ network: z.string(), id: z.string() });

/** The same requests by a client that keeps nothing: each file read, then written, so many files side by side. */
export const bareReplay = work({
  name: 'bareReplay',
  module: import.meta.url,
  input: z.object({
    baseUrl: z.string(),
    token: z.string(),
    keys: z.array(key),
    filesAtOnce: z.number(),
    stem: z.string(),
  }),
  output: z.object({ ms: z.number() }),
  run: async ({ baseUrl, token, keys, filesAtOnce, stem }) => {
    const ask = ofetch.create({ baseURL: baseUrl, headers: { Authorization: `Bearer ${token}` }, retry: false });
    const waiting = [...keys.entries()];
    const worker = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [at, { network, id }] = next;
        await ask(`/files/${network}/${id}`);
        await ask(`/files/${network}/${id}`, { method: 'PUT', body: { name: `${stem} ${at}.txt` } });
      }
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: filesAtOnce }, worker));
    return { ms: performance.now() - began };
  },
});
