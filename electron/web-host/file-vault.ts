import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateJson, writePrivateFile } from '../hosting/private-files.ts';
import type { TokenVault } from '../host.ts';

const tokenFile = z.object({
  version: z.literal(1),
  // Pairs and not an object, in which a connection could not be called `__proto__`.
  tokens: z.array(z.tuple([z.string(), z.string()])),
});
type Tokens = ReadonlyMap<string, string>;

/** Tokens as plain text in a file that only its owner may read; used where the person allowed it. */
export function fileVault(profileDirectory: string): TokenVault {
  const path = join(profileDirectory, 'tokens.json');
  // One change at a time: two at once would each write the file without the other's token.
  let last: Promise<unknown> = Promise.resolve();
  const change = (edit: (tokens: Tokens) => Tokens): Promise<void> => {
    const done = last.then(async () => write(path, edit(await read(path))));
    last = done.catch(() => undefined);
    return done;
  };
  return {
    keeping: () => Promise.resolve('file'),
    save: async (connectionId, token) => {
      await change((tokens) => new Map(tokens).set(connectionId, token));
      return 'file';
    },
    load: async (connectionId) => (await read(path)).get(connectionId) ?? null,
    forget: (connectionId) => change((tokens) => new Map([...tokens].filter(([id]) => id !== connectionId))),
  };
}

/** A file that cannot be read as ours holds no tokens: the person is asked again, and nothing else is lost. */
async function read(path: string): Promise<Tokens> {
  const parsed = tokenFile.safeParse(await readPrivateJson(path));
  return new Map(parsed.success ? parsed.data.tokens : []);
}

const write = (path: string, tokens: Tokens): Promise<void> =>
  writePrivateFile(path, JSON.stringify({ version: 1, tokens: [...tokens] }));
