import type { FileRef } from '../../../src/domain/core/ids.ts';
import {
  IN_FLIGHT_WINDOW_MS,
  mayLandOutOfOrder,
  VERIFY_AFTER_MS,
  waitBeforeSending,
} from '../../../src/domain/edits/late-landings.ts';
import type { ChangeStatus } from '../../../src/domain/edits/edit.ts';
import { trialPlan } from '../../../src/domain/edits/mode-trial.ts';
import {
  decidedByRule,
  mergeFile,
  type MergePlan,
  onlyRemovals,
  withoutRemovals,
} from '../../../src/domain/edits/three-way-merge.ts';
import { bodyText, updateBody } from '../../../src/domain/edits/update-body.ts';
import { type Field, fieldValue } from '../../../src/domain/files/field.ts';
import { failureClassOf, type RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import type { MetadataMode } from '../../../src/domain/service/metadata-mode.ts';
import type { StoredAttempt } from '../../database/outbox/outbox.ts';
import type { ReceivedFile } from '../../remote/service.ts';
import { recentWritesIn } from '../outbox/own-recent-writes.ts';
import { editsForAccount } from '../outbox/edits-of-file.ts';
import { recordOutcomes } from '../outbox/record-outcomes.ts';
import type { SyncPorts } from '../ports.ts';
import { endUnwritten, refuseRemovals } from './on-failed.ts';
import type { Purpose } from './turn.ts';

/** The record that a file's edits are compared with. */
export type ComparedRecord = {
  readonly received: ReceivedFile;
  /** False when the mirror stands in for the service. */
  readonly isFromService: boolean;
  /** When the record was asked for: it shows what had landed by then, however late its answer came. */
  readonly readAtMs: number;
  /** An earlier update whose effect is unknown, as it stood before the read; null when there is none. */
  readonly unresolved: StoredAttempt | null;
};

/** An update whose attempt is stored. */
export type PreparedUpdate = {
  readonly attemptId: string;
  readonly plan: MergePlan;
  readonly body: string;
  /** The key/values of the body; empty when it has none. */
  readonly keyvalues: ReadonlyMap<string, unknown>;
};

type Prepared = {
  /** Null when nothing may be sent now. */
  readonly update: PreparedUpdate | null;
  /** Whether the statuses of the file's edits changed. */
  readonly hasChanged: boolean;
};

const nothingToSend: Prepared = { update: null, hasChanged: false };

/**
 * Merges the queued edits with the record, stores what follows for each, and prepares the update. Call in a transaction.
 *
 * @param purpose what it leaves out waits for the file's next turn, unless nothing else is left
 */
export function decideUpdate(ports: SyncPorts, file: FileRef, record: ComparedRecord, purpose: Purpose): Prepared {
  const { unresolved } = record;
  if (unresolved?.endedAtMs === null) endUnwritten(ports, unresolved.attemptId);
  const trial = purpose.kind === 'trial' ? planTrial(ports, file, record, purpose.field) : null;
  if (trial !== null) return prepareUpdate(ports, file, trial, record);
  const plan = mergeQueued(ports, file, record);
  if (unresolved !== null) resolveAttempt(ports, file, unresolved, record);
  const toSend = partFor(purpose, plan);
  const prepared = toSend.writes.length === 0 ? nothingToSend : prepareUpdate(ports, file, toSend, record);
  checkForLateLandings(ports, file, plan, record);
  return { ...prepared, hasChanged: prepared.hasChanged || plan.updates.length > 0 };
}

/**
 * Schedules a delayed check of fields whose edits ended without an update while a recent request of ours has another value:
 * an answer ends the wait for a request, which may land once more all the same.
 */
function checkForLateLandings(
  { outbox, clock, accountRef }: SyncPorts,
  file: FileRef,
  { updates, writes }: MergePlan,
  { received: { record } }: ComparedRecord,
): void {
  const nowMs = clock.nowMs();
  const isWritten = (field: Field): boolean => writes.some((one) => one.field === field);
  const ended = updates.filter(({ field, status }) => hasEnded(status) && !isWritten(field));
  const left = ended.map(({ field }) => ({ field, value: fieldValue(record, field) }));
  if (left.length === 0 || !mayLandOutOfOrder(outbox.attemptsSince(file, nowMs - IN_FLIGHT_WINDOW_MS), left)) return;
  outbox.scheduleCheck(file, accountRef(), nowMs + VERIFY_AFTER_MS);
}

const hasEnded = (status: ChangeStatus | undefined): boolean => status === 'settled' || status === 'discarded';

function partFor({ kind }: Purpose, plan: MergePlan): MergePlan {
  if (kind === 'withoutRemovals') return withoutRemovals(plan) ?? plan;
  return kind === 'onlyRemovals' ? (onlyRemovals(plan) ?? plan) : plan;
}

/** @returns null when there is nothing to try any more: the file is then sent as usual */
function planTrial(ports: SyncPorts, file: FileRef, record: ComparedRecord, field: Field): MergePlan | null {
  const { unresolved, received } = record;
  if (unresolved !== null || ports.connection().learnt.keyvaluesMode !== 'unknown') return null;
  return trialPlan(editsForAccount(ports, file).changes, received.record, field);
}

function mergeQueued(ports: SyncPorts, file: FileRef, compared: ComparedRecord): MergePlan {
  const { received, isFromService } = compared;
  const { outbox, connection, clock, remember } = ports;
  const nowMs = clock.nowMs();
  const rule = isFromService ? connection().conflictRule : 'mineWins';
  const own = recentWritesIn(outbox, file, nowMs);
  const sent = outbox.attemptsSince(file, 0);
  const plan = mergeFile(editsForAccount(ports, file).changes, received.record, { rule, nowMs, own, sent });
  const certain = certainUpdates(ports, file, plan.updates, compared);
  recordOutcomes(ports, certain);
  const isWaitSet = certain.length < plan.updates.length;
  if (!isWaitSet && certain.some(({ settlement }) => settlement !== undefined)) outbox.setRetryState(file, null);
  for (const displaced of plan.displaced) remember(file, displaced, nowMs);
  return plan;
}

/** Leaves out settlements of fields that an earlier update of ours, with another value, may still change. */
function certainUpdates(
  { outbox }: SyncPorts,
  file: FileRef,
  updates: MergePlan['updates'],
  { received: { record }, readAtMs }: ComparedRecord,
): MergePlan['updates'] {
  const unresolved = outbox.unresolvedAttempt(file);
  const landedByMs = (unresolved?.startedAtMs ?? 0) + IN_FLIGHT_WINDOW_MS;
  if (unresolved === null || readAtMs > landedByMs) return updates;
  const mayChange = (field: Field): boolean =>
    unresolved.writes.some((one) => one.field === field && one.value !== fieldValue(record, field));
  const certain = updates.filter(({ field, settlement }) => settlement === undefined || !mayChange(field));
  if (certain.length < updates.length) {
    outbox.setRetryState(file, { ...outbox.retryState(file), notBeforeMs: landedByMs + 1 });
  }
  return certain;
}

/**
 * Resolves an attempt once the record shows all it wrote, or once it can no longer land. Seen values prove nothing when
 * the same body was sent more than once: another request with it may still be on its way.
 */
function resolveAttempt(
  ports: SyncPorts,
  file: FileRef,
  attempt: StoredAttempt,
  { received: { record, raw }, readAtMs }: ComparedRecord,
): void {
  const { outbox } = ports;
  const recent = outbox.attemptsSince(file, attempt.startedAtMs - IN_FLIGHT_WINDOW_MS);
  const isOnly = recent.filter((one) => one.body === attempt.body).length === 1;
  const hasLanded = isOnly && attempt.writes.every(({ field, value }) => fieldValue(record, field) === value);
  if (hasLanded) settleFound(ports, file, raw);
  if (hasLanded || readAtMs - attempt.startedAtMs > IN_FLIGHT_WINDOW_MS) outbox.resolveAttempts(file);
}

/** An update that a read found counts as one that was answered: a list may lag behind it. The mirror has the record that was read. */
function settleFound({ outbox, clock }: SyncPorts, file: FileRef, raw: string): void {
  const requestSeq = outbox.nextRequestSeq();
  outbox.settle(file, raw, { requestSeq, settledAtMs: clock.nowMs() });
  outbox.markMirrored(file, requestSeq);
}

/** Encodes a plan and stores its attempt, unless the service cannot take it now. Call in a transaction. */
function prepareUpdate(ports: SyncPorts, file: FileRef, plan: MergePlan, record: ComparedRecord): Prepared {
  const { outbox, clock, connection } = ports;
  const encoded = updateBody(plan.writes, connection().learnt.keyvaluesMode, record.received.keyvalues);
  if (!encoded.ok) {
    const rest = withoutRemovals(plan);
    // The person hears of the removal on the file's next turn, when only the removal is left.
    if (rest !== null) return prepareUpdate(ports, file, rest, record);
    refuseRemovals(ports, file, plan.toSend);
    return { update: null, hasChanged: true };
  }
  const body = bodyText(encoded.value);
  const waitUntilMs = waitBeforeSending(outbox.unresolvedAttempt(file), body, clock.nowMs());
  if (waitUntilMs !== null) {
    outbox.setRetryState(file, { ...outbox.retryState(file), notBeforeMs: waitUntilMs });
    return nothingToSend;
  }
  const attemptId = storeAttempt(ports, file, plan, body, record);
  return { update: { attemptId, plan, body, keyvalues: encoded.value.keyvalues ?? new Map() }, hasChanged: false };
}

/** @returns the id of the attempt */
function storeAttempt(
  ports: SyncPorts,
  file: FileRef,
  plan: MergePlan,
  body: string,
  { received, isFromService }: ComparedRecord,
): string {
  const { outbox, clock, random, accountRef, remember } = ports;
  const { toSend, writes } = plan;
  const { updates, displaced } = decidedByRule(plan);
  recordOutcomes(ports, updates);
  for (const one of isFromService ? displaced : []) remember(file, one, clock.nowMs());
  const attemptId = random.uuid();
  const requestSeq = outbox.nextRequestSeq();
  const editIds = [...new Set(toSend.flatMap(({ steps }) => steps.map(({ editId }) => editId)))];
  const what = { attemptId, accountRef: accountRef(), editIds, writes, body, requestSeq };
  outbox.beginAttempt({
    ...file,
    ...what,
    readRaw: isFromService ? received.raw : null,
    startedAtMs: clock.nowMs(),
  });
  return attemptId;
}

/**
 * How an update is tried again that was refused as a whole and asks for removals beside something else: the part that the
 * refusal may not be about goes first. While the mode is unknown a key was left out of the body, and a service that merges
 * still had it when it counted: only its removal can show that, and make room for the rest.
 *
 * @param mode when the update was sent
 * @returns null when the refusal is about the update as it is
 */
export function purposeAfterRefusal(
  { plan, keyvalues }: PreparedUpdate,
  failure: RemoteFailure,
  mode: MetadataMode,
): Purpose | null {
  if (failureClassOf(failure).kind !== 'refused' || withoutRemovals(plan) === null) return null;
  if ([...keyvalues.values()].includes(null)) return { kind: 'withoutRemovals' };
  return mode === 'unknown' ? { kind: 'onlyRemovals' } : null;
}
