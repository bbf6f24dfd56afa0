import { z } from 'zod';
import { cutText, visibleText } from '../../src/domain/core/text.ts';
import { fileStateCounts, filesToDecide } from '../../src/domain/edits/edit.ts';
import { filesDone, filesOf, filesSent, isNoticed, type Replay, replay } from '../../src/domain/edits/replay.ts';
import type { Core } from '../host.ts';
import { hostClock, type HostClock } from './clock.ts';

/** A replay of many files that is over. Counts are files. */
export type EndedReplay = {
  readonly connectionId: string;
  /** Fit for a notification: short, and without characters that nobody sees. */
  readonly connectionName: string;
  readonly endedAtMs: number;
  readonly sent: number;
  readonly needsPerson: number;
};

/** What is open on a computer over all connections, in files. */
export type OpenWork = {
  readonly waiting: number;
  /** Conflicts, refusals and edits of files that are gone. */
  readonly needsPerson: number;
  /** From 0 to 1 while many edits are sent; null otherwise. */
  readonly progress: number | null;
  /** The last one of each connection since the start. */
  readonly ended: readonly EndedReplay[];
};

export const noWork: OpenWork = { waiting: 0, needsPerson: 0, progress: null, ended: [] };

const connectionWork = z.object({
  connection: z.object({ id: z.string(), name: z.string() }),
  status: z.object({
    work: z.string(),
    counts: fileStateCounts,
    replay: z.object({ current: replay.nullable(), ended: replay.nullable() }),
  }),
});
type ConnectionWork = Readonly<z.infer<typeof connectionWork>>;

const reply = z.object({ value: z.array(connectionWork) });

/** @returns no work where the core has no answer */
export async function openWorkIn({ ask }: Pick<Core, 'ask'>): Promise<OpenWork> {
  const { data } = reply.safeParse(await ask('connections.list', null));
  return openWorkOf(data?.value ?? []);
}

export function openWorkOf(all: readonly ConnectionWork[]): OpenWork {
  const counts = all.map(({ status }) => status.counts);
  const running = all.flatMap(({ status: { work, replay } }) =>
    work === 'push' && replay.current !== null && isNoticed(replay.current) ? [replay.current] : [],
  );
  const files = sumOf(running.map(filesOf));
  return {
    waiting: sumOf(counts.map(({ waiting }) => waiting)),
    needsPerson: sumOf(counts.map(filesToDecide)),
    progress: files === 0 ? null : sumOf(running.map(filesDone)) / files,
    ended: all.flatMap(({ connection, status }) => endedOf(connection, status.replay.ended)),
  };
}

function endedOf({ id, name }: ConnectionWork['connection'], ended: Replay | null): readonly EndedReplay[] {
  if (ended === null || ended.endedAtMs === null) return [];
  const connectionName = visibleText(cutText(name, LONGEST_NAME));
  return [
    {
      ...{ connectionId: id, connectionName, endedAtMs: ended.endedAtMs },
      ...{ sent: filesSent(ended), needsPerson: filesToDecide(ended.counts) },
    },
  ];
}

const LONGEST_NAME = 60;

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** Announcements after which the work may be another. */
const TELLING = new Set(['changes.changed', 'connections.changed', 'status.changed']);

/** The core is asked no oftener: a replay announces several files a second. */
const QUIET_MS = 1_000;

/**
 * Tells of the open work, at first and whenever it may be another. Asks only after the core has announced something: an idle
 * app has no timer here.
 *
 * @returns stops
 */
export function watchWork(
  core: Core,
  tell: (work: OpenWork) => void,
  { after }: Pick<HostClock, 'after'> = hostClock,
): () => void {
  let isDue = false;
  let hasStopped = false;
  const ask = async (): Promise<void> => {
    isDue = false;
    const work = await openWorkIn(core);
    if (!hasStopped) tell(work);
  };
  const due = (): void => {
    if (isDue || hasStopped) return;
    isDue = true;
    after(QUIET_MS, () => void ask());
  };
  due();
  const stop = core.listen(({ name }) => {
    if (TELLING.has(name)) due();
  });
  return () => {
    hasStopped = true;
    stop();
  };
}
