import fc from 'fast-check';
import { z } from 'zod';
import { memoryVault } from '../../electron/hosting/memory-vault.ts';
import type { Core } from '../../electron/host.ts';
import { startCore } from '../../electron/workers/start-core.ts';
import { type Channel, channels } from '../../src/contract/index.ts';
import { failure } from '../../src/domain/core/failure.ts';
import { valuesOf, type KnownIds } from './from-schema.ts';
import { hostileValue, mutatedFrom } from './hostile.ts';
import type { FuzzTarget } from './target.ts';

/** How the core answers every call. */
export const coreReply = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), failure }),
]);

/** A core that runs on practice data, in threads of its own. */
export type FuzzedCore = {
  readonly core: Core;
  /** Bugs that the core has met: a call must leave none. */
  readonly bugs: readonly unknown[];
  readonly known: KnownIds;
};

/** @param profileDirectory empty; whoever asks removes it */
export async function fuzzedCore(profileDirectory: string): Promise<FuzzedCore> {
  const bugs: unknown[] = [];
  const started = await startCore({
    profileDirectory,
    downloadsDirectory: profileDirectory,
    vault: memoryVault(),
    log: { error: (error) => `bug ${bugs.push(error)}`, info: () => undefined },
    startOptions: { practice: false, connect: null, requestsPerMinute: 1_000_000 },
    notify: null,
  });
  if (!started.ok) throw new Error(JSON.stringify(started.failure));
  const core = started.value;
  return { core, bugs, known: await idsOf(core) };
}

const added = z.object({ ok: z.literal(true), value: z.object({ id: z.string() }) });
const copiedFiles = z.object({
  ok: z.literal(true),
  value: z.object({ viewId: z.uuid(), rows: z.array(z.object({ id: z.string() })) }),
});

/** A call with an id that nobody knows goes no deeper than "not found". */
async function idsOf(core: Core): Promise<KnownIds> {
  const connection = added.parse(await core.ask('connections.addPractice', null)).value.id;
  const question = { network: null, edited: false, group: null, type: null, size: null, created: null };
  const query = { ...question, search: '', metadata: [], sort: { field: 'createdAt', order: 'desc' } };
  const opened = copiedFiles.safeParse(
    await core.ask('files.open', { connectionId: connection, query, firstRows: 20 }),
  );
  const { viewId, rows } = opened.success ? opened.data.value : { viewId: connection, rows: [] };
  return { uuids: [connection, connection, viewId], fileIds: rows.map(({ id }) => id) };
}

const listed = z.object({
  ok: z.literal(true),
  value: z.array(z.object({ connection: z.object({ id: z.string() }) })),
});

/** Takes away the pause and the pace that a channel may have left: at two requests a minute the next waits for hours. */
export async function letRun({ core }: FuzzedCore): Promise<void> {
  for (const { connection } of listed.parse(await core.ask('connections.list', null)).value)
    await core.ask('connections.change', { id: connection.id, paused: false, requestsPerMinute: null });
}

/** What a call ends for all later ones: these channels are asked last. */
const LAST: readonly Channel[] = ['connections.signOut'];

export const fuzzedChannels: readonly Channel[] = [...channelNames().filter((name) => !LAST.includes(name)), ...LAST];

function channelNames(): readonly Channel[] {
  return Object.keys(channels).filter((name): name is Channel => name in channels);
}

/** Calls of one channel through the running core, with inputs that are right, nearly right and nothing like it. */
export function callsOf(name: Channel, { core, bugs, known }: FuzzedCore): FuzzTarget<unknown> {
  const { input, output } = channels[name];
  const right = valuesOf(input, known);
  return {
    name,
    // A call may ask the service many times, on a machine that is busy with other things.
    longestMs: 20_000,
    inputs: fc.oneof({ weight: 4, arbitrary: right }, { weight: 4, arbitrary: mutatedFrom(right) }, hostileValue),
    judge: async (given) => {
      const before = bugs.length;
      const answer = coreReply.safeParse(await core.ask(name, given));
      if (!answer.success) return `no reply: ${answer.error.message}`;
      if (bugs.length > before) return `a bug: ${String(bugs.at(-1))}`;
      if (answer.data.ok) return output.safeParse(answer.data.value).success ? null : 'not what the contract promises';
      return answer.data.failure.kind === 'unexpected' ? 'unexpected' : null;
    },
  };
}
