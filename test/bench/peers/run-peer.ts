import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Peer } from './list.ts';

const times = z.array(z.number()).min(1);
const filled = z.object({ records: z.number(), ms: z.number(), peakBytes: z.number() });
const read = z.object({
  startedAtMs: z.number(),
  check: z.object({ checked: z.number(), changed: z.number(), ms: z.number() }),
  ...{ search: times, deep: times, filter: times, edit: times },
  peakBytes: z.number(),
});

export type PeerFigures = {
  readonly filled: z.infer<typeof filled>;
  /** Why it could not be read, when it could be filled. */
  readonly read: (z.infer<typeof read> & { readonly startMs: number }) | string;
};

export type PeerPlace = {
  /** Where the packages and the adapters lie. */
  readonly directory: string;
  /** Where a peer keeps its files. */
  readonly dataDirectory: string;
  readonly pagesPath: string;
  readonly texts: readonly string[];
  readonly pairs: readonly (readonly [string, string])[];
  /** For each figure, and for each of the two processes. */
  readonly figureLimitMs: number;
  readonly processLimitMs: number;
};

/** Fills a peer in one process and reads it in another. @returns its figures, or why there are none */
export async function runPeer(peer: Peer, place: PeerPlace): Promise<PeerFigures | string> {
  const data = join(place.dataDirectory, peer.adapter);
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  try {
    const fill = await phase(peer, 'fill', data, place, filled);
    if (typeof fill === 'string') return fill;
    const startedAtMs = performance.timeOrigin + performance.now();
    const found = await phase(peer, 'read', data, place, read);
    if (typeof found === 'string') return { filled: fill, read: found };
    return { filled: fill, read: { ...found, startMs: found.startedAtMs - startedAtMs } };
  } finally {
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function phase<T>(
  { adapter }: Peer,
  name: 'fill' | 'read',
  data: string,
  { directory, pagesPath, texts, pairs, figureLimitMs, processLimitMs }: PeerPlace,
  shape: z.ZodType<T>,
): Promise<T | string> {
  const rest = JSON.stringify({ pagesPath, texts, pairs, limitMs: figureLimitMs });
  const child = spawn(process.execPath, [join(directory, 'adapters/peer.mjs'), adapter, name, data, rest], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_NO_WARNINGS: '1', NODE_OPTIONS: '--max-old-space-size=8192' },
  });
  let [output, words, isLate] = ['', '', false];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (words += text));
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, processLimitMs);
  const ended = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  clearTimeout(timer);
  if (isLate) return `${name} was not done after ${Math.round(processLimitMs / 1_000)} s`;
  const last = output.trimEnd().split('\n').at(-1) ?? '';
  if (ended === 0) return shape.parse(JSON.parse(last));
  const why = /^\w*Error.*$/m.exec(words)?.[0] ?? words.trim().slice(-200);
  return `${name} ended with ${String(ended)}: ${why}`;
}
