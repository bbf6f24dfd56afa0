import { z } from 'zod';
import { fileStateCounts } from '../../src/domain/edits/edit.ts';
import { filesDone, filesOf, isNoticed, replay } from '../../src/domain/edits/replay.ts';
import type { Core } from '../host.ts';

/** What is open on a computer over all connections, in files. */
export type OpenWork = {
  readonly waiting: number;
  /** Conflicts, refusals and edits of files that are gone. */
  readonly needsPerson: number;
  /** From 0 to 1 while many edits are sent; null otherwise. */
  readonly progress: number | null;
};

export const noWork: OpenWork = { waiting: 0, needsPerson: 0, progress: null };

const status = z.object({
  work: z.string(),
  counts: fileStateCounts,
  replay: z.object({ current: replay.nullable() }),
});
const reply = z.object({ value: z.array(z.object({ status })) });

/** @returns no work where the core has no answer */
export async function openWorkIn({ ask }: Pick<Core, 'ask'>): Promise<OpenWork> {
  const { data } = reply.safeParse(await ask('connections.list', null));
  return openWorkOf((data?.value ?? []).map((one) => one.status));
}

export function openWorkOf(statuses: readonly z.infer<typeof status>[]): OpenWork {
  const counts = statuses.map((one) => one.counts);
  const replays = statuses.flatMap(({ work, replay: { current } }) =>
    work === 'push' && current !== null && isNoticed(current) ? [current] : [],
  );
  const all = sumOf(replays.map(filesOf));
  return {
    waiting: sumOf(counts.map(({ waiting }) => waiting)),
    needsPerson: sumOf(counts.map(({ needsYou, refused, gone }) => needsYou + refused + gone)),
    progress: all === 0 ? null : sumOf(replays.map(filesDone)) / all,
  };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
