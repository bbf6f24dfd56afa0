import {
  afterAccepted,
  isOvertaken,
  valuesTurnedToText,
  type UpdatedRecord,
} from '../../../src/domain/edits/after-accepted.ts';
import { stillThere, trialFieldOf } from '../../../src/domain/edits/mode-trial.ts';
import { isRemoval, type CoalescedChange } from '../../../src/domain/edits/coalesce.ts';
import { wasWanted } from '../../../src/domain/edits/out-of-order-repairs.ts';
import type { FieldWrite } from '../../../src/domain/edits/update-body.ts';
import { type Field, fieldValue } from '../../../src/domain/files/field.ts';
import { mayLandOutOfOrder, VERIFY_AFTER_MS, withCarriedUnder } from '../../../src/domain/edits/late-landings.ts';
import type { MetadataEvidence } from '../../../src/domain/service/metadata-mode.ts';
import { withOwnBases } from '../../../src/domain/edits/change-update.ts';
import { type MergePlan, onSeenBases } from '../../../src/domain/edits/three-way-merge.ts';
import type { ReceivedFile } from '../../remote/service.ts';
import { recentAttempts, recentWritesIn } from '../outbox/own-recent-writes.ts';
import { postpone, refuseRemovals } from './on-failed.ts';
import { learnFromAccepted, learnMayUpdate } from './learn-from-answers.ts';
import { inferMetadataMode, putBackValues } from './infer-metadata-mode.ts';
import { editsForAccount } from '../outbox/edits-of-file.ts';
import { recordOutcomes } from '../outbox/record-outcomes.ts';
import type { SyncPorts } from '../ports.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';
import type { ComparedRecord } from './prepare-update.ts';
import type { Purpose } from './turn.ts';

/** An update, the record it was compared with, and its 2xx answer. */
export type AcceptedUpdate = {
  readonly attemptId: string;
  readonly plan: MergePlan;
  /** The key/values of the body; empty when it has none. */
  readonly keyvalues: ReadonlyMap<string, unknown>;
  readonly compared: Pick<ComparedRecord, 'received' | 'isFromService'>;
  readonly answered: ReceivedFile;
  readonly purpose: Purpose;
};

type Accepted = {
  /** For the mirror. */
  readonly requestSeq: number;
  /** Whether the update left something to write at once, behind a refused edit perhaps. */
  readonly needsRepair: boolean;
  /** The field whose key a trial is to leave out; its change stays queued. Null for no trial. */
  readonly trial: Field | null;
};

/** Called when the mirror holds a settled record; the outbox is told in a later transaction (`markMirrored`). */
export type OnMirrored = (of: FileRef, requestSeq: number) => void;

/** Settles an accepted update. Call in a transaction of the outbox, after which the mirror takes the record. */
export function onAccepted(ports: SyncPorts, of: FileRef, accepted: AcceptedUpdate): Accepted {
  const { outbox } = ports;
  const { plan, keyvalues, compared, answered, purpose } = accepted;
  const before = compared.received;
  // A list requested while the update was under way may or may not know of it, so the answer has a number of its own.
  const requestSeq = outbox.nextRequestSeq();
  const evidence = inferMetadataMode(ports, of, plan.toSend, { sent: keyvalues, compared, answered });
  const trial = purpose.kind === 'first' && evidence === null ? trialFieldOf(plan.toSend, answered.record) : null;
  endAnswered(ports, of, accepted, requestSeq);
  const record = { before: before.record, answered: answered.record };
  if (purpose.kind === 'trial') {
    settleSent(ports, of, stillThere(plan, answered.record), record);
    return { requestSeq, needsRepair: fieldValue(answered.record, purpose.field) === null, trial: null };
  }
  const sent = plan.toSend.filter(({ field }) => field !== trial);
  const overtaken = settleSent(ports, of, sent, record);
  afterRemovals(ports, of, without(plan.toSend, overtaken), answered, evidence);
  if (evidence?.mode !== 'mergeWithoutRemoval') return { requestSeq, needsRepair: false, trial };
  putBackValues(ports, of, valuesTurnedToText(plan.toSend, record, plan.writes));
  // What was queued while the update was on its way stands behind the refused removal as well.
  const needsRepair = editsForAccount(ports, of).changes.some(({ status }) => status === 'queued');
  return { requestSeq, needsRepair, trial };
}

/** @returns the changes that another request overtook: they stay queued, and the next turn reads the file again */
function settleSent(
  ports: SyncPorts,
  of: FileRef,
  sent: readonly CoalescedChange[],
  record: UpdatedRecord,
): readonly CoalescedChange[] {
  const { outbox, clock } = ports;
  const nowMs = clock.nowMs();
  const own = recentWritesIn(outbox, of, nowMs);
  const overtaken = sent.filter((change) => isOvertaken(change, record, own(change)));
  const { changes } = editsForAccount(ports, of);
  const outcomes = afterAccepted(without(sent, overtaken), record, changes, nowMs);
  const attempts = outbox.attemptsSince(of, 0);
  const seen = onSeenBases(
    sent.flatMap(({ steps }) => steps),
    attempts,
  );
  recordOutcomes(ports, withOwnBases(outcomes, seen, attempts));
  if (overtaken.length > 0) postpone(ports, of);
  return overtaken;
}

const without = (all: readonly CoalescedChange[], some: readonly CoalescedChange[]): readonly CoalescedChange[] =>
  all.filter((one) => !some.includes(one));

/** Ends the attempt of an answered update, and takes from the answer what it shows of the file and of the service. */
function endAnswered(
  ports: SyncPorts,
  of: FileRef,
  { attemptId, plan, answered }: AcceptedUpdate,
  requestSeq: number,
): void {
  const { outbox, clock, successes } = ports;
  const nowMs = clock.nowMs();
  const end = { endedAtMs: nowMs, outcome: 'answered', isResolved: true, requestId: null };
  outbox.endAttempt(attemptId, { ...end, answeredRaw: answered.raw });
  outbox.settle(of, answered.raw, { requestSeq, settledAtMs: nowMs });
  outbox.setRetryState(of, null);
  successes.accepted(of);
  learnFromAccepted(ports, answered.record);
  learnMayUpdate(ports);
  scheduleDelayedCheck(ports, of, plan.writes, nowMs);
}

/** Our requests may land in another order than we sent them, so a delayed check reads the file again. */
function scheduleDelayedCheck(
  { outbox, accountRef, connection }: SyncPorts,
  of: FileRef,
  writes: readonly FieldWrite[],
  nowMs: number,
): void {
  const recent = recentAttempts(outbox, of, nowMs);
  const rule = connection().conflictRule;
  const kept = rule === 'ask' ? [] : outbox.keptEdits(of);
  const [, ...earlier] = withCarriedUnder(rule, recent, (one, write) => wasWanted(kept, one, write));
  if (mayLandOutOfOrder(earlier, writes)) outbox.scheduleCheck(of, accountRef(), nowMs + VERIFY_AFTER_MS);
}

/** A removed key that is still there is refused, tried in the mode the answer taught, or tried later. */
function afterRemovals(
  ports: SyncPorts,
  of: FileRef,
  sent: readonly CoalescedChange[],
  answered: ReceivedFile,
  evidence: MetadataEvidence | null,
): void {
  const remaining = sent.filter((one) => isRemoval(one) && fieldValue(answered.record, one.field) !== null);
  if (remaining.length === 0) return;
  if (evidence?.mode === 'mergeWithoutRemoval') return refuseRemovals(ports, of, remaining);
  if (evidence === null) postpone(ports, of);
}
