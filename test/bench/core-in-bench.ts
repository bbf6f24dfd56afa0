import { pathToFileURL } from 'node:url';
import type { startCore } from '../../electron/workers/start-core.ts';
import type { Core } from '../../electron/host.ts';
import { memoryVault } from '../../electron/hosting/memory-vault.ts';
import type { Channel, Input, Output, Reply } from '../../src/contract/index.ts';
import type { ConnectionSummary } from '../../src/contract/connections.ts';

export type BenchCore = {
  readonly core: Core;
  /** Asks a question that has to be answered. @throws when it fails */
  get<C extends Channel>(name: C, input: Input<C>): Promise<Output<C>>;
  /** Asks again after announcements until the answer is as wanted. */
  until<C extends Channel>(name: C, input: Input<C>, isWanted: (output: Output<C>) => boolean): Promise<Output<C>>;
  /** The only connection of a profile that has had its first copy, once it is at work: not before can it be paused. */
  connection(): Promise<ConnectionSummary>;
};

/** The core as it is shipped, where it was built for this run. */
async function builtCore(): Promise<typeof startCore> {
  const path = process.env['PINFOLD_BENCH_CORE'] ?? '';
  const from = path === '' ? new URL('../../electron/workers/start-core.ts', import.meta.url) : pathToFileURL(path);
  // The build is of these very sources.
  return ((await import(from.href)) as { startCore: typeof startCore }).startCore;
}

/** Starts the threads of the core over a profile. @param token of every connection; null for none */
export async function benchCore(profileDirectory: string, token: string | null): Promise<BenchCore> {
  const vault = { ...memoryVault(), load: () => Promise.resolve(token) };
  const log = {
    error: (error: unknown): string => {
      process.stderr.write(`${String(error)}\n`);
      return '-';
    },
    info: (words: string): void => void process.stderr.write(`${words}\n`),
  };
  const startOptions = { practice: false, connect: null, requestsPerMinute: 1_000_000 };
  const start = await builtCore();
  const started = await start({
    profileDirectory,
    downloadsDirectory: profileDirectory,
    vault,
    log,
    startOptions,
    notify: null,
  });
  if (!started.ok) throw new Error(JSON.stringify(started.failure));
  return asked(started.value);
}

function asked(core: Core): BenchCore {
  const get: BenchCore['get'] = async (name, input) => {
    // The contract says what a channel answers with, and its tests hold the core to it.
    const reply = (await core.ask(name, input)) as Reply<typeof name>;
    if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.failure)}`);
    return reply.value;
  };
  const until: BenchCore['until'] = async (name, input, isWanted) => {
    for (;;) {
      const news = announced(core);
      const output = await get(name, input);
      if (isWanted(output)) return output;
      await news;
    }
  };
  const connection = async (): Promise<ConnectionSummary> => {
    const isAtWork = ({ status }: ConnectionSummary): boolean =>
      status.caughtUpAtMs !== null && (status.mode === 'running' || status.mode === 'paused');
    const [only] = await until('connections.list', null, (all) => all.every(isAtWork));
    if (only === undefined) throw new Error('The profile has no connection');
    return only;
  };
  return { core, get, until, connection };
}

/** The next announcement, whatever it says. */
export const announced = (core: Core): Promise<void> =>
  new Promise((resolve) => {
    const stop = core.listen(() => {
      stop();
      resolve();
    });
  });
