import { backoffDelayMs, LONGEST_BACKOFF_MS } from '../../../src/domain/service/backoff.ts';
import { dequeue } from '../../../src/domain/edits/requeue.ts';
import type { FieldChange, FileEdit } from '../../../src/domain/edits/edit.ts';
import { cannotRemoveWords } from '../../../src/domain/edits/update-body.ts';
import { VERIFY_AFTER_MS } from '../../../src/domain/edits/out-of-order-repair.ts';
import { metadataKey } from '../../../src/domain/files/field.ts';
import { mayHaveBeenApplied, failureClassOf, type FailureClass } from '../../../src/domain/service/failure-class.ts';
import { describeFailure, requestIdOf, type RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { isRepeatedConflict, SUSPECT_AFTER_FAILURES } from '../../../src/domain/edits/in-flight-window.ts';
import type { RetryState } from '../../database/outbox/outbox.ts';
import type { SyncPorts } from '../ports.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';
import { unfinishedChanges } from '../outbox/open-changes.ts';
import { isSameAccount } from '../../../src/domain/connections/connection.ts';

/** What one file's turn came to. `failed` concerns the whole connection unless the outcome is about this file alone. */
export type Turn =
  { readonly kind: 'done' } | { readonly kind: 'failed'; readonly outcome: FailureClass; readonly detail: string };

export const done: Turn = { kind: 'done' };

/** A file's open edits, as far as they were made for the account the connection has now. */
export function queuedOf(
  { outbox, accountRef }: SyncPorts,
  of: FileRef,
): { readonly edits: readonly FileEdit[]; readonly changes: readonly FieldChange[] } {
  const edits = outbox.openEdits(of).filter((edit) => isSameAccount(edit.accountRef, accountRef()));
  return { edits, changes: edits.flatMap((edit) => edit.changes) };
}

/** Lets the copy show what waits for a file now. */
export function showFile({ files, outbox, announce }: SyncPorts, of: FileRef): void {
  files.replay(of, unfinishedChanges(outbox, of));
  announce('files.changed');
}

/**
 * Writes down how a read or an update failed, and what that means for the file's edits.
 *
 * @param attemptId of the update; null when the read before it failed
 */
export function onFailed(ports: SyncPorts, of: FileRef, failure: RemoteFailure, attemptId: string | null): Turn {
  const { outbox, clock, announce } = ports;
  const outcome = failureClassOf(failure);
  const nowMs = clock.nowMs();
  outbox.atomically(() => {
    if (attemptId !== null) {
      endFailed(ports, attemptId, failure);
      if (mayHaveBeenApplied(outcome)) outbox.scheduleCheck(of, ports.accountRef(), nowMs + VERIFY_AFTER_MS);
    }
    carryOut(ports, of, failure, outcome, attemptId);
  });
  showFile(ports, of);
  announce('changes.changed');
  if (outcome.kind === 'refused' || outcome.kind === 'gone') return done;
  return { kind: 'failed', outcome, detail: describeFailure(failure) };
}

/** Writes down how an update failed, and whether it may have been applied all the same. */
export function endFailed({ outbox, clock }: SyncPorts, attemptId: string, failure: RemoteFailure): void {
  outbox.endAttempt(attemptId, {
    endedAtMs: clock.nowMs(),
    outcome: describeFailure(failure),
    isResolved: !mayHaveBeenApplied(failureClassOf(failure)),
    requestId: requestIdOf(failure),
    answeredRaw: null,
  });
}

/** Ends an attempt of an earlier turn whose answer came and could not be written down: the disk was full, perhaps. */
export function endUnwritten({ outbox, clock }: SyncPorts, attemptId: string): void {
  outbox.endAttempt(attemptId, {
    endedAtMs: clock.nowMs(),
    outcome: 'The answer could not be written down.',
    isResolved: false,
    requestId: null,
    answeredRaw: null,
  });
}

function carryOut(
  ports: SyncPorts,
  of: FileRef,
  failure: RemoteFailure,
  outcome: FailureClass,
  attemptId: string | null,
): void {
  switch (outcome.kind) {
    case 'refused':
      return giveBack(ports, of, failure, 'refused', removalAsked(ports, of, attemptId));
    case 'notAllowed':
      return giveBack(ports, of, failure, 'refused');
    case 'gone':
      // An update's 404 is confirmed by a read on the file's next turn; a read's 404 is the confirmation.
      return attemptId === null ? giveBack(ports, of, failure, 'gone') : postpone(ports, of);
    case 'unknown':
    case 'broken':
      return postpone(ports, of, failure);
    case 'conflict':
      return afterClash(ports, of, failure);
    case 'later':
    case 'notApplied':
    case 'notOurService':
    case 'token':
      return; // these hold up the whole connection, and no single file
  }
}

/** The service sees a conflict. Where there is one the next look shows it; where there is none, trying has an end. */
function afterClash(ports: SyncPorts, of: FileRef, failure: RemoteFailure): void {
  const { outbox } = ports;
  if (!isRepeatedConflict(outbox.attemptsSince(of, 0), outbox.retryState(of).failures + 1)) {
    return postpone(ports, of, failure);
  }
  outbox.setRetryState(of, null);
  giveBack(ports, of, failure, 'refused');
}

/** The file's edits wait for the person, with the service's words. */
function giveBack(
  ports: SyncPorts,
  of: FileRef,
  failure: RemoteFailure,
  status: 'refused' | 'gone',
  unremovable: string | null = null,
): void {
  const { outbox, clock } = ports;
  const { edits, changes } = queuedOf(ports, of);
  const queued = changes.filter((one) => one.status === 'queued');
  outbox.update(dequeue(changes, queued, status));
  const said = failure.kind === 'answered' ? failure.message : describeFailure(failure);
  const words = {
    status: failure.kind === 'answered' ? failure.status : null,
    message: unremovable === null ? said : `${cannotRemoveWords(unremovable)}: "${said}"`,
    requestId: requestIdOf(failure),
    atMs: clock.nowMs(),
  };
  const concerned = new Set(queued.map((one) => one.editId));
  for (const edit of edits) if (concerned.has(edit.id)) outbox.setRefusal(edit.id, words);
}

/**
 * The key that an update asked to remove by `null` and by nothing else: what refuses it refuses that. Of one with more in
 * it nobody can tell what was refused.
 */
function removalAsked({ outbox }: SyncPorts, of: FileRef, attemptId: string | null): string | null {
  const attempt = outbox.attemptsSince(of, 0).find((one) => one.attemptId === attemptId);
  if (attempt === undefined || attempt.writes.some(({ value }) => value !== null)) return null;
  const keys = attempt.writes.flatMap(({ field }) => metadataKey(field) ?? []);
  const [key] = keys;
  const asNulls = JSON.stringify({ keyvalues: Object.fromEntries(keys.map((one) => [one, null])) });
  return key !== undefined && attempt.body === asNulls ? key : null;
}

/** A merging service that takes no `null` keeps a key for ever; that is said, not faked. */
export function refuseRemoval(ports: SyncPorts, of: FileRef, key: string): void {
  giveBack(ports, of, { kind: 'noAnswer', detail: cannotRemoveWords(key) }, 'refused');
}

/** Lets the file wait before its next try, longer each time. @param failure null when nothing speaks against the edit */
export function postpone(ports: SyncPorts, of: FileRef, failure: RemoteFailure | null = null): void {
  const { outbox, clock, chance } = ports;
  const gate = outbox.retryState(of);
  const failures = gate.failures + 1;
  if (failure !== null && failures >= SUSPECT_AFTER_FAILURES && othersSucceed(ports, gate)) {
    outbox.setRetryState(of, null);
    return giveBack(ports, of, failure, 'refused');
  }
  outbox.setRetryState(of, { notBeforeMs: clock.nowMs() + backoffDelayMs(failures, chance.random()), failures });
}

/**
 * A failure while others succeed is the edit's, else the service's. This file's own success would have opened its gate
 * for good, so any since its last try is another file's.
 */
function othersSucceed({ successes: { lastAtMs } }: SyncPorts, { notBeforeMs }: RetryState): boolean {
  return lastAtMs !== null && lastAtMs >= notBeforeMs - LONGEST_BACKOFF_MS;
}
