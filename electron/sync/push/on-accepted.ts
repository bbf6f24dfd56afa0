import { afterAccepted } from '../../../src/domain/edits/after-accepted.ts';
import { isRemoval, type CoalescedChange } from '../../../src/domain/edits/coalesce.ts';
import type { FieldWrite } from '../../../src/domain/edits/update-body.ts';
import { fieldValue, metadataKey } from '../../../src/domain/files/field.ts';
import {
  REPAIR_WINDOW_MS,
  keysTurnedToText,
  mayLandOutOfOrder,
  VERIFY_AFTER_MS,
} from '../../../src/domain/edits/out-of-order-repair.ts';
import type { MetadataEvidence } from '../../../src/domain/service/metadata-mode.ts';
import type { MergePlan } from '../../../src/domain/edits/three-way-merge.ts';
import type { ReceivedFile } from '../../remote/service.ts';
import { postpone, queuedOf, refuseRemoval } from './on-failed.ts';
import { detectTrait, putBack } from './infer-metadata-mode.ts';
import type { SyncPorts } from '../ports.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';

/** A 2xx answer to one update, beside what it was an answer to. */
export type Answered = {
  readonly attemptId: string;
  readonly plan: MergePlan;
  /** The key/values of the body. */
  readonly sent: ReadonlyMap<string, unknown>;
  readonly before: ReceivedFile;
  readonly answered: ReceivedFile;
};

/** The copy has taken a settled record: sooner or later the queue has to be told (`markMirrored`). */
export type Taken = (of: FileRef, requestSeq: number) => void;

/**
 * Settles an answered update; to be run inside a transaction of the queue, after which the copy is to take the record.
 *
 * @returns under which number the record is to be taken, and whether the update did harm that an edit behind a refused
 * one now puts right
 */
export function onAccepted(
  ports: SyncPorts,
  of: FileRef,
  { attemptId, plan, sent, before, answered }: Answered,
): { readonly requestSeq: number; readonly end: 'settled' | 'toPutRight' } {
  const { outbox, clock, successes } = ports;
  const nowMs = clock.nowMs();
  // A list that was asked for while the update was under way may or may not know of it: count from the answer.
  const requestSeq = outbox.nextRequestSeq();
  const { changes } = queuedOf(ports, of);
  outbox.update(afterAccepted(plan.chains, answered.record, changes, nowMs));
  const end = { endedAtMs: nowMs, outcome: 'answered', isResolved: true, requestId: null };
  outbox.endAttempt(attemptId, { ...end, answeredRaw: answered.raw });
  outbox.settle(of, answered.raw, { requestSeq, settledAtMs: nowMs });
  outbox.setRetryState(of, null);
  successes.lastAtMs = nowMs;
  checkLater(ports, of, plan.writes, nowMs);
  const lesson = detectTrait(ports, of, plan.chains, { sent, before, answered });
  afterRemovals(ports, of, plan.chains, answered, lesson);
  if (lesson?.mode !== 'mergeWithoutRemoval') return { requestSeq, end: 'settled' };
  const spoilt = keysTurnedToText(plan.chains, before.record, answered.record);
  putBack(ports, of, before, answered, spoilt);
  return { requestSeq, end: spoilt.length > 0 ? 'toPutRight' : 'settled' };
}

/** Requests of ours may land in another order than they were sent: the file is looked at once more. */
function checkLater({ outbox, binding }: SyncPorts, of: FileRef, writes: readonly FieldWrite[], nowMs: number): void {
  const earlier = outbox.attemptsSince(of, nowMs - REPAIR_WINDOW_MS).slice(1);
  if (mayLandOutOfOrder(earlier, writes)) outbox.scheduleCheck(of, binding(), nowMs + VERIFY_AFTER_MS);
}

/** A key that should be gone and is not: tried another way if the answer taught one, else refused or tried later. */
function afterRemovals(
  ports: SyncPorts,
  of: FileRef,
  chains: readonly CoalescedChange[],
  answered: ReceivedFile,
  lesson: MetadataEvidence | null,
): void {
  const undead = chains.find((chain) => isRemoval(chain) && fieldValue(answered.record, chain.field) !== null);
  if (undead === undefined) return;
  if (lesson?.mode === 'mergeWithoutRemoval') return refuseRemoval(ports, of, metadataKey(undead.field) ?? '');
  if (lesson === null) postpone(ports, of);
}
