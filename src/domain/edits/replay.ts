import { z } from 'zod';
import type { FileRecord } from '../files/file.ts';
import type { FieldChange, FileEdit } from './edit.ts';
import { remoteFieldChanges } from './remote-change.ts';

/** What may become of a file that is sent. `combined`: it is on the server, beside what somebody else changed there. */
export const replayOutcomes = ['onServer', 'combined', 'needsYou', 'refused', 'gone'] as const;
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
  counts: z.object({
    onServer: z.number(),
    combined: z.number(),
    needsYou: z.number(),
    refused: z.number(),
    gone: z.number(),
  }),
  /** The different words of the service in its refusals. */
  reasons: z.number(),
});
export type Replay = Readonly<z.infer<typeof replay>>;

/** Sends of no more files pass without a bar: the marks in the list say all there is to say. */
const MOST_FILES_UNNOTICED = 10;

/** A pace that was measured for a shorter time says more about chance than about the service. */
const LEAST_MEASURED_MS = 1_000;

/** The files that have their outcome. */
export const filesDone = ({ counts }: Pick<Replay, 'counts'>): number =>
  replayOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0);

/** All files of a replay, sent and waiting. */
export const filesOf = (of: Pick<Replay, 'counts' | 'waiting'>): number => filesDone(of) + of.waiting;

/** Whether a replay is large enough to be shown apart from the list. */
export const isNoticed = (of: Pick<Replay, 'counts' | 'waiting'>): boolean => filesOf(of) > MOST_FILES_UNNOTICED;

/** The mean pace of a replay; null while it was measured for too short a time. */
export function filesPerSecond(of: Pick<Replay, 'counts' | 'activeMs'>): number | null {
  return of.activeMs < LEAST_MEASURED_MS ? null : (1_000 * filesDone(of)) / of.activeMs;
}

/** What a file had before its turn: its queued changes, and its record in the mirror. */
export type BeforeTurn = { readonly queued: readonly FieldChange[]; readonly record: FileRecord | null };

/**
 * What became of a file in its turn, its most urgent change first.
 *
 * @param edits those of the file after the turn, settled and discarded ones included
 * @param record of the mirror after the turn
 * @returns null when changes still wait, or when the person took all of them back meanwhile
 */
export function outcomeOfTurn(
  before: BeforeTurn,
  edits: readonly Pick<FileEdit, 'changes'>[],
  record: FileRecord | null,
): ReplayOutcome | null {
  const wasQueued = new Set(before.queued.map(nameOf));
  const changes = edits.flatMap((edit) => edit.changes).filter((change) => wasQueued.has(nameOf(change)));
  const has = (status: FieldChange['status']): boolean => changes.some((change) => change.status === status);
  if (has('conflicted')) return 'needsYou';
  if (has('refused')) return 'refused';
  if (has('gone')) return 'gone';
  if (has('queued') || !has('settled')) return null;
  return isCombined(before, record) ? 'combined' : 'onServer';
}

const nameOf = ({ editId, field }: FieldChange): string => `${editId}/${field}`;

/** Whether somebody else changed a field beside ours since the mirror last took the record. */
function isCombined({ queued, record: old }: BeforeTurn, record: FileRecord | null): boolean {
  if (old === null || record === null) return false;
  const writes = queued.map(({ field, mine: value }) => ({ field, value }));
  return remoteFieldChanges(old, record, [{ writes }]).length > 0;
}
