import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateJson, removeLeftParts, writePrivateFile } from './private-files.ts';
import type { TokenVault } from '../host.ts';

const tokenFile = z.object({
  version: z.literal(1),
  // Pairs keep a connection with the id `__proto__`, which an object would lose.
  tokens: z.array(z.tuple([z.string(), z.string()])),
});
type Tokens = ReadonlyMap<string, string>;

/** Keeps tokens as plain text in a file that only its owner may read, except on Windows; for persons who chose `--keep-token`. */
export function fileVault(profileDirectory: string): TokenVault {
  const path = join(profileDirectory, 'tokens.json');
  // Changes run one after the other: two at once would each write the file without the other's token.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  /** An edit that returns what it was given writes nothing. */
  const change = async (edit: (tokens: Tokens) => Tokens): Promise<void> => {
    const before = await read(path);
    const after = edit(before);
    if (after !== before) await write(path, after);
  };
  const without = (connectionId: string) => (tokens: Tokens) =>
    tokens.has(connectionId) ? new Map([...tokens].filter(([id]) => id !== connectionId)) : tokens;
  return {
    keeping: () => Promise.resolve('file'),
    save: async (connectionId, token) => {
      await inTurn(() => change((tokens) => new Map(tokens).set(connectionId, token)));
      return 'file';
    },
    load: async (connectionId) => (await read(path)).get(connectionId) ?? null,
    forget: (connectionId) =>
      inTurn(async () => {
        await removeLeftParts(profileDirectory);
        await change(without(connectionId));
      }),
  };
}

/** A file in another form counts as empty. The app then asks the person for the tokens again. */
async function read(path: string): Promise<Tokens> {
  const parsed = tokenFile.safeParse(await readPrivateJson(path));
  return new Map(parsed.success ? parsed.data.tokens : []);
}

const write = (path: string, tokens: Tokens): Promise<void> =>
  writePrivateFile(path, JSON.stringify({ version: 1, tokens: [...tokens] }));
