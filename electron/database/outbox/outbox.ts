import type { ChangeUpdate } from '../../../src/domain/edits/change-update.ts';
import type { ChangeStatus, FileEdit, EditRefusal } from '../../../src/domain/edits/edit.ts';
import type { FieldWrite } from '../../../src/domain/edits/update-body.ts';
import type { LastFailure } from '../../../src/domain/service/remote-failure.ts';
import type { Field, FieldValue } from '../../../src/domain/files/field.ts';
import type { FileState } from '../../../src/domain/files/file.ts';
import type {
  ChangeSetId,
  ConnectionId,
  EditId,
  FileId,
  FileKey,
  FileRef,
  Network,
} from '../../../src/domain/core/ids.ts';
import type { AccountRef } from '../../../src/domain/connections/connection.ts';

export type NewEdit = {
  readonly id: EditId;
  readonly network: Network;
  readonly fileId: FileId;
  readonly changes: readonly {
    readonly field: Field;
    readonly base: FieldValue;
    readonly mine: FieldValue;
    /** `queued`, or `conflicted` when the field already waits for a decision. */
    readonly status: ChangeStatus;
    readonly server: FieldValue;
    readonly serverSeenAtMs: number | null;
  }[];
};

export type NewChangeSet = {
  readonly id: ChangeSetId;
  readonly connectionId: ConnectionId;
  readonly accountRef: AccountRef;
  /** A sentence: "Rename aurora.png", "Set env on 312 files". */
  readonly title: string;
  readonly createdAtMs: number;
  readonly edits: readonly NewEdit[];
};

/** A file with open edits of one account. */
export type ParkedFile = FileRef & { readonly accountRef: AccountRef };

/** How a file stands in the outbox. */
export type EditedFile = {
  /** The same for all edits of the file that were made for one account. */
  readonly number: number;
  readonly of: FileRef;
  readonly state: FileState;
  /** The change set of the edit that was asked about, and when that was made. */
  readonly changeSetId: ChangeSetId;
  readonly editedAtMs: number;
  /** The words of the service about that edit; null without a refusal. */
  readonly refusal: string | null;
};

/** When a file may be tried again, how often it failed in a row, and how it failed last. */
export type RetryState = {
  readonly notBeforeMs: number;
  readonly failures: number;
  readonly lastFailure?: LastFailure;
};

export type NewAttempt = FileRef & {
  readonly attemptId: string;
  readonly accountRef: AccountRef;
  readonly editIds: readonly EditId[];
  readonly writes: readonly FieldWrite[];
  /** The exact text of the request. */
  readonly body: string;
  /** The service's record as read just before, as JSON text; null when sent without looking. */
  readonly readRaw: string | null;
  readonly requestSeq: number;
  readonly startedAtMs: number;
};

export type AttemptEnd = {
  readonly endedAtMs: number;
  /** In words, for the change's own story. */
  readonly outcome: string;
  /** False while the value may still land: the attempt stays unresolved. */
  readonly isResolved: boolean;
  readonly requestId: string | null;
  readonly answeredRaw: string | null;
};

export type StoredAttempt = NewAttempt & {
  /** The newest edit of the queue when the attempt was stored, by `seq`. */
  readonly lastEditSeq: number;
  readonly endedAtMs: number | null;
  readonly outcome: string | null;
  readonly isResolved: boolean;
  /** The value never reached the service, or was refused; false where nobody knows. */
  readonly wasNotApplied: boolean;
  /** The service answered with the record. */
  readonly wasAnswered: boolean;
  readonly requestId: string | null;
};

/** The last PUT of ours that a file took. Lists that were asked for before it are not believed about that file. */
export type Settled = { readonly requestSeq: number; readonly settledAtMs: number };

/** A settled record that the mirror may not have taken yet. */
export type UnmirroredRecord = FileRef & {
  readonly raw: string;
  readonly requestSeq: number;
  readonly seenAtMs: number;
};

/** The outbox: edits, attempts, and the state of the files that they touch. Durable before a call returns. */
export type OutboxTable = {
  /** Adds a change set with all its edits; leaves an edit alone that is there already (same id). */
  enqueue(changeSet: NewChangeSet): void;
  /** @returns edits of one file with an open change, in queue order */
  openEdits(of: FileRef): readonly FileEdit[];
  /** @returns every edit of one file that is kept, over or not, in queue order: what one that comes back may stand on */
  keptEdits(of: FileRef): readonly FileEdit[];
  /** Open and settled changes alike of the given edits; order by seq. */
  edit(id: EditId): FileEdit | null;
  /** How the file of an edit stands now; null without such an edit. */
  editedFile(id: EditId): EditedFile | null;
  /** The numbers of the files whose edits a person has to decide about. */
  numbersToDecide(connectionId: ConnectionId, accountRef: AccountRef): readonly number[];
  editsOfSet(id: ChangeSetId, from: number, to: number): readonly FileEdit[];
  editIdsOfSet(id: ChangeSetId): readonly EditId[];
  update(changes: readonly ChangeUpdate[]): void;
  setRefusal(editId: EditId, refusal: EditRefusal | null): void;
  /**
   * Files with something to send under `accountRef`, oldest edit first: a queued change, nothing refused or gone,
   * no backoff after `nowMs`.
   */
  sendableFiles(connectionId: ConnectionId, accountRef: AccountRef, nowMs: number, limit: number): readonly FileKey[];
  /** When the next sendable file may be retried; null when none waits. */
  nextRetryMs(connectionId: ConnectionId, accountRef: AccountRef, nowMs: number): number | null;
  retryState(of: FileRef): RetryState;
  /** `null` resets the backoff and the failures. */
  setRetryState(of: FileRef, retryState: RetryState | null): void;
  resetBackoff(connectionId: ConnectionId): void;
  /** Written and durable before the first byte goes out. At most one unended attempt per file, by a unique index. */
  beginAttempt(attempt: NewAttempt): void;
  /** One that stays unresolved and took longer than the in-flight window counts as begun at its end. */
  endAttempt(attemptId: string, end: AttemptEnd): void;
  /** Marks every unresolved attempt of the file resolved: its value was seen, or can no longer land. */
  resolveAttempts(of: FileRef): void;
  /** The latest attempt whose effect is not known, ended or not (a crash leaves one unended). */
  unresolvedAttempt(of: FileRef): StoredAttempt | null;
  /** At start: attempts that a crash left without an end get one, unresolved. */
  endAbandonedAttempts(nowMs: number): void;
  /**
   * For a clock that was set back: puts waits that end after `latestWaitMs`, checks that are due after `latestCheckMs`, and
   * starts of unresolved attempts that lie after `nowMs` at that time.
   */
  capTimes(nowMs: number, latestWaitMs: number, latestCheckMs: number): void;
  /** Attempts of one file that were started at or after a time, newest first. */
  attemptsSince(of: FileRef, sinceMs: number): readonly StoredAttempt[];
  attemptsOfEdit(id: EditId): readonly StoredAttempt[];
  /**
   * Asks for one more look at a file whose updates, made for `accountRef`, may land late; a later time replaces an earlier
   * one.
   */
  scheduleCheck(of: FileRef, accountRef: AccountRef, dueAtMs: number): void;
  dueChecks(connectionId: ConnectionId, accountRef: AccountRef, nowMs: number): readonly FileKey[];
  /** When the next check is due; null when none is scheduled. */
  nextCheckMs(connectionId: ConnectionId, accountRef: AccountRef): number | null;
  /** The check was made. No effect when a later one was scheduled meanwhile. */
  clearCheck(of: FileRef, accountRef: AccountRef, asOfMs: number): void;
  /** Counts up over the life of the profile: orders requests without a clock. */
  nextRequestSeq(): number;
  settled(of: FileRef): Settled | null;
  /** Remembers the answered record until the mirror has it. */
  settle(of: FileRef, raw: string, settled: Settled): void;
  unmirrored(): readonly UnmirroredRecord[];
  markMirrored(of: FileRef, requestSeq: number): void;
  /**
   * Every file of the connection that has an open change, in any accountRef.
   *
   * @param among of these files alone, whose ids may be unchecked; of all without it
   */
  filesWithOpenChanges(
    connectionId: ConnectionId,
    among?: readonly { readonly network: Network; readonly id: string }[],
  ): readonly FileKey[];
  /** Runs `work` in one IMMEDIATE transaction; never across an await. */
  atomically<T>(work: () => T): T;
};
