import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startCore } from '../../electron/workers/start-core.ts';
import { memoryVault } from '../../electron/hosting/memory-vault.ts';
import type { Core, HostPorts, StartFailure } from '../../electron/host.ts';
import { channels, type Channel, type EventName, type Input, type Output } from '../../src/contract/index.ts';
import { eventNames } from '../../src/contract/events.ts';
import { failure, type Failure } from '../../src/domain/core/failure.ts';
import { temporaryDirectory } from '../support/database.ts';

export type RunningCore = {
  readonly core: Core;
  readonly profileDirectory: string;
  readonly vault: HostPorts['vault'];
  readonly logged: unknown[];
  /** Every reply and announcement, as they crossed. */
  readonly crossed: unknown[];
  /** Channels that gave a good answer. */
  readonly answered: ReadonlySet<string>;
  /** Asks, and holds the reply to what the contract promises. */
  ask<C extends Channel>(name: C, input: Input<C>): Promise<{ value: Output<C> } | { failure: Failure }>;
  /** Asks a question that has to be answered. */
  get<C extends Channel>(name: C, input: Input<C>): Promise<Output<C>>;
  /** Asks again after every announcement until the answer is as wanted. */
  until<C extends Channel>(name: C, input: Input<C>, isWanted: (output: Output<C>) => boolean): Promise<Output<C>>;
  next(name: EventName): Promise<void>;
};

type Over = Partial<HostPorts>;
type StartThread = Parameters<typeof startCore>[1];
type StartClock = Parameters<typeof startCore>[2];

/** Starts the threads of the core from their sources over a profile of the test's own. */
export async function started(over: Over = {}, startThread?: StartThread, clock?: StartClock): Promise<RunningCore> {
  const { core, ...rest } = await tried(over, startThread, clock);
  if (core === null) throw new Error(JSON.stringify(rest.failure));
  onTestFinished(() => core.close());
  return running(core, rest);
}

/** A start that may fail. */
export async function tried(over: Over, startThread?: StartThread, clock?: StartClock) {
  const profileDirectory = over.profileDirectory ?? temporaryDirectory();
  const logged: unknown[] = [];
  const vault = over.vault ?? memoryVault();
  const log = {
    error: (error: unknown) => {
      logged.push(error);
      return 'a reference';
    },
    info: (message: string) => void logged.push(message),
  };
  const startOptions = { practice: false, connect: null, requestsPerMinute: 1_000_000, practiceBeginsEmpty: true };
  // None, so that no test writes into the folder of whoever runs it.
  const downloadsDirectory = join(profileDirectory, 'no downloads');
  const ports = { profileDirectory, downloadsDirectory, vault, log, startOptions, notify: null, ...over };
  const begun = await startCore(ports, startThread, clock);
  const failure: StartFailure | null = begun.ok ? null : begun.failure;
  return { core: begun.ok ? begun.value : null, failure, profileDirectory, logged, vault };
}

function running(core: Core, rest: Omit<Awaited<ReturnType<typeof tried>>, 'core' | 'failure'>): RunningCore {
  const crossed: unknown[] = [];
  const answered = new Set<Channel>();
  const listeners = new Set<(name: string) => void>();
  core.listen((announcement) => {
    crossed.push(announcement);
    for (const listener of [...listeners]) listener(announcement.name);
  });

  const ask: RunningCore['ask'] = async (name, input) => {
    const reply = await core.ask(name, input);
    crossed.push(reply);
    if (!isReply(reply)) throw new Error(`${name} did not answer with a reply`);
    if (!reply.ok) return { failure: failure.parse(reply.failure) };
    answered.add(name);
    return { value: asPromised(name, reply.value) };
  };
  const get: RunningCore['get'] = async (name, input) => {
    const reply = await ask(name, input);
    if ('failure' in reply) throw new Error(`${name}: ${JSON.stringify(reply.failure)}`);
    return reply.value;
  };
  const announced = (isIt: (name: string) => boolean): Promise<void> =>
    new Promise((resolve) => {
      const listener = (name: string): void => {
        if (!isIt(name)) return;
        listeners.delete(listener);
        resolve();
      };
      listeners.add(listener);
    });
  const until: RunningCore['until'] = async (name, input, isWanted) => {
    for (;;) {
      const news = announced(() => true);
      const output = await get(name, input);
      if (isWanted(output)) return output;
      await news;
    }
  };
  return { core, ...rest, crossed, answered, ask, get, until, next: (name) => announced((one) => one === name) };
}

type AnyReply = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly failure: unknown };
const isReply = (reply: unknown): reply is AnyReply => typeof reply === 'object' && reply !== null && 'ok' in reply;

/** @throws when the value is not what the contract says, or says more */
function asPromised<C extends Channel>(name: C, value: unknown): Output<C> {
  const parsed = channels[name].output.parse(value) as Output<C>;
  if (JSON.stringify(sorted(parsed)) !== JSON.stringify(sorted(value))) {
    throw new Error(`${name} answers with more than its contract says: ${JSON.stringify(value)}`);
  }
  return parsed;
}

/** Members in one order, so that texts of equal values are equal. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}

export const isAnnounceable = (name: string): boolean => eventNames.some((known) => known === name);
