import { type AccountRef, isSameAccount } from '../../../src/domain/connections/connection.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';
import { ok, type Result } from '../../../src/domain/core/result.ts';
import type { FieldChange, FileEdit, RequestedChange } from '../../../src/domain/edits/edit.ts';
import {
  type Decided,
  IN_FLIGHT_WINDOW_MS,
  outOfOrderRepairs,
  VERIFY_AFTER_MS,
  withCarried,
  withOmissions,
} from '../../../src/domain/edits/late-landings.ts';
import { sendsAll } from '../../../src/domain/edits/update-body.ts';
import type { Field } from '../../../src/domain/files/field.ts';
import {
  concernsEverything,
  failureClassOf,
  FAILURES_BEFORE_PAUSE,
  type RemoteFailure,
} from '../../../src/domain/service/remote-failure.ts';
import type { StoredAttempt } from '../../database/outbox/outbox.ts';
import { applyRemoteRecord } from '../ingest/apply-remote-record.ts';
import { recentAttempts } from '../ingest/own-recent-writes.ts';
import { readFile } from '../ingest/read-file.ts';
import { unfinishedChanges } from '../outbox/project-edits.ts';
import type { SyncPorts } from '../ports.ts';
import { enqueueRepair } from './enqueue-repair.ts';
import type { PushPorts } from './overdue-turns.ts';

/**
 * Reads the files again whose updates may have landed late. An older value of ours on top of a newer one is repaired by an
 * edit like any other.
 *
 * @returns a failure that concerns more than a few files
 */
export async function delayedCheck(ports: PushPorts, signal: AbortSignal): Promise<Result<null, RemoteFailure>> {
  const { outbox, connection, clock, accountRef } = ports;
  const account = accountRef();
  let failures = 0;
  for (const key of outbox.dueChecks(connection().id, account, clock.nowMs())) {
    const of: FileRef = { ...key, connectionId: connection().id };
    const isOverdue = ports.overdue.has(key);
    const checked = isOverdue ? null : await ports.overdue.waitFor(key, checkFile(ports, of, signal));
    if (checked?.ok === true) continue;
    // A single file that cannot be read now must not stop the queue.
    outbox.scheduleCheck(of, account, clock.nowMs() + VERIFY_AFTER_MS);
    if (checked === null) continue;
    if (concernsEverything(failureClassOf(checked.failure)) || ++failures >= FAILURES_BEFORE_PAUSE) return checked;
  }
  return ok(null);
}

async function checkFile(ports: SyncPorts, of: FileRef, signal: AbortSignal): Promise<Result<null, RemoteFailure>> {
  const { outbox, clock, connection } = ports;
  const accountRef = ports.accountRef();
  const asOfMs = clock.nowMs();
  const requestSeq = outbox.nextRequestSeq();
  const read = await readFile(of, ports, signal);
  if (!read.ok) {
    if (failureClassOf(read.failure).kind !== 'gone') return read;
    outbox.clearCheck(of, accountRef, asOfMs);
    return ok(null);
  }
  const isOurs = (one: { readonly accountRef: AccountRef }): boolean => isSameAccount(one.accountRef, accountRef);
  const own = recentAttempts(outbox, of, asOfMs).filter(isOurs);
  // A question that a rule answers would be no question: two computers would put their values back in turns.
  const recent = connection().conflictRule === 'ask' ? withCarried(own) : own;
  const sent = sendsAll(connection().learnt.keyvaluesMode) ? withOmissions(recent) : recent;
  const kept = outbox.keptEdits(of);
  const repairs = outOfOrderRepairs(
    sent,
    read.value.record,
    (attempt, field) => wasAccepted(kept, attempt, field),
    (repair) => timesRepaired(kept, recent, repair),
    (field) => lastDecided(kept.filter(isOurs), field),
  );
  // The next send compares the fields that still wait with the record, older values of ours included.
  const waiting = new Set(unfinishedChanges(outbox, of).map(({ field }) => field));
  const wanted = repairs.filter(({ field }) => !waiting.has(field));
  const unresolved = outbox.unresolvedAttempt(of);
  outbox.atomically(() => {
    if (unresolved !== null && unresolved.endedAtMs !== null && asOfMs - unresolved.startedAtMs > IN_FLIGHT_WINDOW_MS)
      outbox.resolveAttempts(of);
    outbox.clearCheck(of, accountRef, asOfMs);
    if (wanted.length < repairs.length) outbox.scheduleCheck(of, accountRef, asOfMs + VERIFY_AFTER_MS);
    enqueueRepair(ports, of, 'Put right what an older request of ours changed back', wanted);
  });
  applyRemoteRecord(ports, of, read.value, requestSeq);
  return ok(null);
}

/**
 * What the person decided for last: a settled edit, of which no request tells where its value was already there, or the
 * service's value, for which they gave an edit up that may land still.
 */
function lastDecided(edits: readonly FileEdit[], field: Field): Decided<StoredAttempt> | undefined {
  const [newest] = edits
    .flatMap(({ changes, createdAtMs }) => changes.map((change) => ({ ...change, createdAtMs })))
    .filter((one) => one.field === field && (one.status === 'settled' || isGivenUp(one)))
    .toSorted((a, b) => b.seq - a.seq);
  if (newest === undefined) return undefined;
  const { mine, server, editId: id, createdAtMs, serverSeenAtMs } = newest;
  if (isGivenUp(newest)) return { value: server, isAfter: ({ startedAtMs }) => startedAtMs <= (serverSeenAtMs ?? 0) };
  return { value: mine, isAfter: ({ startedAtMs, editIds }) => startedAtMs <= createdAtMs && !editIds.includes(id) };
}

/** Whether a conflict was given up for the value that the service had. A name cannot be taken away again. */
const isGivenUp = ({ status, serverSeenAtMs, server, field }: FieldChange): boolean =>
  status === 'discarded' && serverSeenAtMs !== null && (server !== null || field !== 'name');

/**
 * Repairs of a field that went out already, by what they did. Unlike an edit of a person, a repair wants what the change below
 * it had left; a question has the wanted value as base.
 */
function timesRepaired(
  edits: readonly FileEdit[],
  recent: readonly StoredAttempt[],
  { field, base, mine }: RequestedChange,
): number {
  const changes = edits.flatMap((edit) => edit.changes).filter((one) => one.field === field);
  const alike = changes.filter((one) => one.mine === mine && one.base === base);
  if (base === mine) return alike.length;
  const repairs = new Set(alike.filter((one) => wantsWhatWasLeft(one, changes)).map(({ editId }) => editId));
  // Edits that went out together put it back once, and one that never went out did not.
  const sent = recent
    .filter(({ writes }) => writes.some((one) => one.field === field && one.value === mine))
    .flatMap(({ editIds }) => editIds.findLast((id) => repairs.has(id)) ?? []);
  return new Set(sent).size;
}

/** @param changes of the field, any status, any order */
function wantsWhatWasLeft({ seq, mine }: FieldChange, changes: readonly FieldChange[]): boolean {
  const [below] = changes
    .filter((one) => one.seq < seq && (one.status !== 'discarded' || isGivenUp(one)))
    .toSorted((a, b) => b.seq - a.seq);
  return below !== undefined && (isGivenUp(below) ? below.server : below.mine) === mine;
}

/** An answer alone proves nothing: it may still have held a key that its update removed. */
const wasAccepted = (edits: readonly FileEdit[], { editIds, writes }: StoredAttempt, field: Field): boolean => {
  const isWritten = ({ mine }: FieldChange): boolean => writes.some((one) => one.field === field && one.value === mine);
  return edits.some(
    ({ id, changes }) =>
      editIds.includes(id) && changes.some((one) => one.field === field && one.status === 'settled' && isWritten(one)),
  );
};
