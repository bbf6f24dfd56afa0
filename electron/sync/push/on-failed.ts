import type { FileRef } from '../../../src/domain/core/ids.ts';
import { VERIFY_AFTER_MS } from '../../../src/domain/edits/late-landings.ts';
import { type CoalescedChange, isRemoval } from '../../../src/domain/edits/coalesce.ts';
import { type EditRefusal, refusalBy } from '../../../src/domain/edits/edit.ts';
import { refuse, type Refused } from '../../../src/domain/edits/requeue.ts';
import { onSeenBases } from '../../../src/domain/edits/three-way-merge.ts';
import { cannotRemoveMessage, type FieldWrite } from '../../../src/domain/edits/update-body.ts';
import { type Field, metadataKey } from '../../../src/domain/files/field.ts';
import { backoffDelayMs } from '../../../src/domain/service/schedule.ts';
import {
  describeFailure,
  type FailureClass,
  failureClassOf,
  isRepeatedConflict,
  lastFailureOf,
  mayHaveBeenApplied,
  messageOf,
  type RemoteFailure,
  requestIdOf,
  SUSPECT_AFTER_FAILURES,
} from '../../../src/domain/service/remote-failure.ts';
import type { StoredAttempt } from '../../database/outbox/outbox.ts';
import { learnFromRefusal, learnMayNotUpdate } from './learn-from-answers.ts';
import { editsForAccount } from '../outbox/edits-of-file.ts';
import { projectFile } from '../outbox/project-edits.ts';
import { recordOutcomes } from '../outbox/record-outcomes.ts';
import type { SyncPorts } from '../ports.ts';
import { done, type Turn } from './turn.ts';

/** Projects a file's waiting edits onto the mirror. */
export function showFile(ports: SyncPorts, of: FileRef): void {
  projectFile(ports, of);
  ports.announce('files.changed');
}

/**
 * Records how a read or an update failed, and what that means for the file's edits.
 *
 * @param attemptId of the update; null when the read before it failed
 */
export function onFailed(ports: SyncPorts, of: FileRef, failure: RemoteFailure, attemptId: string | null): Turn {
  const { outbox, clock, announce } = ports;
  const failureClass = failureClassOf(failure);
  const nowMs = clock.nowMs();
  outbox.atomically(() => {
    if (attemptId !== null) {
      endFailed(ports, attemptId, failure);
      if (mayHaveBeenApplied(failureClass)) outbox.scheduleCheck(of, ports.accountRef(), nowMs + VERIFY_AFTER_MS);
    }
    updateEdits(ports, of, failure, failureClass, attemptId);
  });
  showFile(ports, of);
  announce('changes.changed');
  if (failureClass.kind === 'refused' || failureClass.kind === 'gone') return done;
  return { kind: 'failed', failureClass, detail: describeFailure(failure) };
}

/** Ends the attempt of a failed update; it stays unresolved when the service may have applied it all the same. */
export function endFailed({ outbox, clock }: SyncPorts, attemptId: string, failure: RemoteFailure): void {
  outbox.endAttempt(attemptId, {
    endedAtMs: clock.nowMs(),
    outcome: describeFailure(failure),
    isResolved: !mayHaveBeenApplied(failureClassOf(failure)),
    requestId: requestIdOf(failure),
    answeredRaw: null,
  });
}

/** Ends an attempt whose answer came and could not be stored: on a full disk, for example. */
export function endUnwritten({ outbox, clock }: SyncPorts, attemptId: string): void {
  outbox.endAttempt(attemptId, {
    endedAtMs: clock.nowMs(),
    outcome: 'The answer could not be written down.',
    isResolved: false,
    requestId: null,
    answeredRaw: null,
  });
}

function updateEdits(
  ports: SyncPorts,
  of: FileRef,
  failure: RemoteFailure,
  failureClass: FailureClass,
  attemptId: string | null,
): void {
  const attempt = ports.outbox.attemptsSince(of, 0).find((one) => one.attemptId === attemptId) ?? null;
  switch (failureClass.kind) {
    case 'refused':
      return afterRefusal(ports, of, failure, attempt);
    case 'notAllowed':
      if (attempt !== null) learnMayNotUpdate(ports, failure);
      return setAside(ports, of, failure, 'refused', attempt);
    case 'gone':
      // The read on the file's next turn confirms the 404 of an update; the 404 of a read is the confirmation.
      return attempt === null
        ? setAside(ports, of, failure, 'gone', null)
        : postponeOrRefuse(ports, of, failure, attempt);
    case 'unknown':
    case 'broken':
    case 'notOurService':
      return postponeOrRefuse(ports, of, failure, attempt);
    case 'conflict':
      return afterConflictAnswer(ports, of, failure, attempt);
    case 'later':
    case 'notApplied':
    case 'token':
      return; // these hold up the whole connection, and no single file
  }
}

/** A refused read says nothing of what an update asked for. */
function afterRefusal(ports: SyncPorts, of: FileRef, failure: RemoteFailure, attempt: StoredAttempt | null): void {
  if (attempt === null) return setAside(ports, of, failure, 'refused', null);
  learnFromRefusal(ports, of, attempt);
  const unremovable = onlyRemoval(attempt);
  const answer = messageOf(failure);
  const message = unremovable === null ? answer : `${cannotRemoveMessage(unremovable)}: "${answer}"`;
  setAside(ports, of, failure, 'refused', attempt, message);
}

/** The next read shows a true conflict. The same answer to the same update again and again is a refusal. */
function afterConflictAnswer(
  ports: SyncPorts,
  of: FileRef,
  failure: RemoteFailure,
  attempt: StoredAttempt | null,
): void {
  const { outbox } = ports;
  if (!isRepeatedConflict(outbox.attemptsSince(of, 0), outbox.retryState(of).failures + 1)) {
    return postponeOrRefuse(ports, of, failure, attempt);
  }
  outbox.setRetryState(of, null);
  setAside(ports, of, failure, 'refused', attempt);
}

/**
 * The queued edits of an update wait for the person, with the service's message. The message is about them alone: what was
 * queued since waits behind them.
 *
 * @param attempt of the update; null where the failure is about the file, and so about all its queued edits
 */
function setAside(
  ports: SyncPorts,
  of: FileRef,
  failure: RemoteFailure,
  status: 'refused' | 'gone',
  attempt: StoredAttempt | null,
  message = messageOf(failure),
): void {
  const { changes } = editsForAccount(ports, of);
  const removed = attempt === null ? null : removedFields(attempt);
  const seen = onSeenBases(changes, ports.outbox.attemptsSince(of, 0));
  const meant = removed === null ? seen : seen.filter(({ field }) => removed.has(field));
  const refusal = refusalBy(failure, ports.clock.nowMs(), message);
  waitForPerson(ports, of, refuse(meant, attempt?.editIds ?? null, status), refusal);
}

function waitForPerson(ports: SyncPorts, of: FileRef, { updates, refused }: Refused, refusal: EditRefusal): void {
  recordOutcomes(ports, updates);
  const refusedIds = new Set(refused.map(({ editId }) => editId));
  const { edits } = editsForAccount(ports, of);
  for (const edit of edits) if (refusedIds.has(edit.id)) ports.outbox.setRefusal(edit.id, refusal);
}

/** The fields of an update of removals, whose refusal says nothing about the rest; null for any other update. */
function removedFields({ writes }: StoredAttempt): ReadonlySet<Field> | null {
  const isRemoved = ({ field, value }: FieldWrite): boolean => isRemoval({ field, mine: value });
  return writes.every(isRemoved) ? new Set(writes.map(({ field }) => field)) : null;
}

/**
 * The key of an update that asked for removals by `null` and for nothing else, so that the refusal is about the removal.
 *
 * @returns null for any other update: the service does not say which part it refused
 */
function onlyRemoval({ writes, body }: StoredAttempt): string | null {
  const keys = writes.flatMap(({ field }) => metadataKey(field) ?? []);
  const [key = null] = keys;
  return body === JSON.stringify({ keyvalues: Object.fromEntries(keys.map((one) => [one, null])) }) ? key : null;
}

/**
 * The person hears that this service cannot remove a key: a service that merges and takes no `null` keeps it. What was asked
 * for beside the removals, or since, goes on.
 */
export function refuseRemovals(ports: SyncPorts, of: FileRef, removals: readonly CoalescedChange[]): void {
  const [key = ''] = removals.flatMap(({ field }) => metadataKey(field) ?? []);
  const editIds = removals.flatMap(({ steps }) => steps.map(({ editId }) => editId));
  const fields = new Set(removals.map(({ field }) => field));
  const changes = editsForAccount(ports, of).changes.filter(({ field }) => fields.has(field));
  const seen = onSeenBases(changes, ports.outbox.attemptsSince(of, 0));
  const failure: RemoteFailure = { kind: 'noAnswer', detail: cannotRemoveMessage(key) };
  waitForPerson(ports, of, refuse(seen, editIds, 'refused'), refusalBy(failure, ports.clock.nowMs()));
}

/** Delays the file's next try, unless it fails again and again while others get through: its edits are refused then. */
function postponeOrRefuse(ports: SyncPorts, of: FileRef, failure: RemoteFailure, attempt: StoredAttempt | null): void {
  const { outbox, successes } = ports;
  const isItsOwn = successes.failed(of);
  if (!isItsOwn || outbox.retryState(of).failures + 1 < SUSPECT_AFTER_FAILURES) return postpone(ports, of, failure);
  outbox.setRetryState(of, null);
  setAside(ports, of, failure, 'refused', attempt);
}

/**
 * Delays the file's next try, longer each time.
 *
 * @param failure null when the edit itself did not fail
 */
export function postpone(ports: SyncPorts, of: FileRef, failure: RemoteFailure | null = null): void {
  const { outbox, clock, random } = ports;
  const failures = outbox.retryState(of).failures + 1;
  const notBeforeMs = clock.nowMs() + backoffDelayMs(failures, random.next());
  const last = failure === null ? {} : { lastFailure: lastFailureOf(failure) };
  outbox.setRetryState(of, { notBeforeMs, failures, ...last });
}
