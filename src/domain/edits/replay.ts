import { z } from 'zod';
import { changeSetId } from '../core/ids.ts';
import type { Field } from '../files/field.ts';
import type { FileState } from '../files/file.ts';
import type { ObservedValue } from './remote-change.ts';
import { tape, tickLetters } from './tape.ts';

/**
 * What may become of a file that is sent. `combined`: it is on the server, beside what somebody else changed there.
 * `gaveWay`: the connection's rule kept the value of the service, and nothing was sent.
 */
export const replayOutcomes = ['onServer', 'combined', 'gaveWay', 'needsYou', 'refused', 'gone'] as const;
export type ReplayOutcome = (typeof replayOutcomes)[number];

/** A replay: the sending of many waiting edits, and what became of them. Counts are files. */
export const replay = z.object({
  startedAtMs: z.number(),
  /** null while files are still to be sent. */
  endedAtMs: z.number().nullable(),
  /** The time in which files were sent; pauses do not count. */
  activeMs: z.number(),
  /** Files that are still to be sent. */
  waiting: z.number(),
  counts: z.record(z.enum(replayOutcomes), z.number()),
  /** For each outcome the change set of a file that has it: where a person finds it. */
  sets: z.partialRecord(z.enum(replayOutcomes), changeSetId),
  /** The different words of the service in its refusals; null where there are too many to compare. */
  reasons: z.number().nullable(),
  /**
   * One letter for each file, or for several, in the order in which they first had an outcome. Empty while more than
   * `MOST_FILES_ON_A_RUNNING_TAPE` of them are sent.
   */
  ticks: z.object({ tape, filesPerTick: z.number() }),
});
export type Replay = Readonly<z.infer<typeof replay>>;
/** The ticks of a replay in which no file has an outcome yet, or too many have one. */
export const noTicks: Replay['ticks'] = { tape: '', filesPerTick: 1 };

/** The tick of each outcome: a value that gave way looks like one that was taken back. */
export const tickOf: Readonly<Record<ReplayOutcome, string>> = {
  ...{ onServer: tickLetters.onServer, combined: tickLetters.combined, gaveWay: tickLetters.discarded },
  ...{ needsYou: tickLetters.needsYou, refused: tickLetters.refused, gone: tickLetters.gone },
};

export type ReplayCounts = Replay['counts'];

/** Sends of no more files pass without a bar: the marks in the list say all there is to say. */
const MOST_FILES_UNNOTICED = 10;

/** The tape of a running replay is told anew with each status: of more files it is told once, at the end. */
export const MOST_FILES_ON_A_RUNNING_TAPE = 10_000;

/** A pace that was measured for a shorter time says more about chance than about the service. */
const LEAST_MEASURED_MS = 1_000;

export const noOutcomes: ReplayCounts = { onServer: 0, combined: 0, gaveWay: 0, needsYou: 0, refused: 0, gone: 0 };

/** The files that have their outcome. */
export const filesDone = ({ counts }: Pick<Replay, 'counts'>): number =>
  replayOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0);

/** The files whose edits the service took. */
export const filesSent = ({ counts }: Pick<Replay, 'counts'>): number => counts.onServer + counts.combined;

/** All files of a replay, sent and waiting. */
export const filesOf = (of: Pick<Replay, 'counts' | 'waiting'>): number => filesDone(of) + of.waiting;

/**
 * The tape of a replay under way: what became of the files that were sent, then those that wait.
 *
 * @returns null where there are too many files for one
 */
export function runningTape(of: Pick<Replay, 'counts' | 'waiting' | 'ticks'>): string | null {
  if (filesOf(of) > MOST_FILES_ON_A_RUNNING_TAPE) return null;
  return `${of.ticks.tape}${tickLetters.waiting.repeat(Math.ceil(of.waiting / of.ticks.filesPerTick))}`;
}

/** Whether a replay is large enough to be shown apart from the list. */
export const isNoticed = (of: Pick<Replay, 'counts' | 'waiting'>): boolean => filesOf(of) > MOST_FILES_UNNOTICED;

/** The mean pace of a replay; null while it was measured for too short a time. */
export function filesPerSecond(of: Pick<Replay, 'counts' | 'activeMs'>): number | null {
  return of.activeMs < LEAST_MEASURED_MS ? null : (1_000 * filesDone(of)) / of.activeMs;
}

/** How a file stands after sync wrote something about its edits. */
export type FileAfterSync = {
  readonly state: FileState;
  /** Whether the replay settled one of its changes. */
  readonly isSettled: boolean;
  /** Whether one was settled beside a change of somebody else. */
  readonly isCombined: boolean;
  /** Whether the connection's rule gave one up for the value of the service. */
  readonly hasGivenWay: boolean;
};

/**
 * What became of a file: the mark that it has in every list, so that a receipt and the lists never differ.
 *
 * @returns null while it waits, and when the person took back all of its changes
 */
export function outcomeOf({ state, isSettled, isCombined, hasGivenWay }: FileAfterSync): ReplayOutcome | null {
  if (state === 'needsYou' || state === 'refused' || state === 'gone') return state;
  if (state === 'waiting') return null;
  if (isSettled) return isCombined ? 'combined' : 'onServer';
  return hasGivenWay ? 'gaveWay' : null;
}

/**
 * Whether somebody else changed another field of a file since an edit of it was made.
 *
 * @param ours fields that the edit wrote
 */
export function isBesideOthers(
  observed: readonly ObservedValue[],
  editedAtMs: number,
  ours: ReadonlySet<Field>,
): boolean {
  const since = observed.filter(({ atMs }) => atMs >= editedAtMs);
  // An update of ours may have taken these away: no person did.
  const gone = new Set(since.filter(({ isGoneAfterUpdate }) => isGoneAfterUpdate).map(({ field }) => field));
  return since.some(({ field }) => !ours.has(field) && !gone.has(field));
}
