import type { ConflictRule } from '../connections/connection.ts';
import { fieldValue, type FieldValue } from '../files/field.ts';
import type { FileRecord } from '../files/file.ts';
import { conflicted, moved, settled, type ChangeUpdate, type DisplacedValue } from './change-update.ts';
import { settledAs } from './after-accepted.ts';
import {
  coalesced,
  coalescedConflicts,
  compare,
  type CoalescedChange,
  isRemoval,
  withoutEndedConflicts,
} from './coalesce.ts';
import type { FieldChange } from './edit.ts';
import { dequeue } from './requeue.ts';
import type { FieldWrite } from './update-body.ts';

/** What to do about one file's queued changes, now that its record has been read. */
export type MergePlan = {
  /** New facts about the changes, to be stored before anything is sent. */
  readonly updates: readonly ChangeUpdate[];
  /** What the next update carries, at most one for each field. */
  readonly toSend: readonly CoalescedChange[];
  /** The values of `toSend`, in the same order. */
  readonly writes: readonly FieldWrite[];
  /** Values that the connection's rule overwrites or gives up; empty under `ask`. */
  readonly displaced: readonly DisplacedValue[];
};

/** What a merge needs besides the changes and the record. */
export type MergeContext = {
  readonly rule: ConflictRule;
  readonly nowMs: number;
  /** Values of ours, older than the coalesced change, that a slow request may have put on the service. */
  readonly own: (change: CoalescedChange) => ReadonlySet<FieldValue>;
};

type FieldPlan = {
  readonly updates: readonly ChangeUpdate[];
  readonly isToSend: boolean;
  readonly displaced: readonly DisplacedValue[];
};

/**
 * Compares every queued field with what the service holds. Fields that agree are settled; fields that somebody else
 * changed wait for the person, or follow the rule; the rest of the file is sent. A conflict that waits asks about what the
 * service holds now.
 *
 * @param changes of one file, any status, any order
 */
export function mergeFile(changes: readonly FieldChange[], record: FileRecord, context: MergeContext): MergePlan {
  const waiting = withoutEndedConflicts(changes, record);
  const ended = waiting.filter((one) => !changes.includes(one)).map((one) => moved(one, one.status));
  const asked = coalescedConflicts(waiting).flatMap((one) => askedAgain(one, fieldValue(record, one.field), context));
  const merged = coalesced(waiting).map((change) => ({
    change,
    plan: planField(change, fieldValue(record, change.field), waiting, context),
  }));
  const toSend = merged.filter(({ plan }) => plan.isToSend).map(({ change }) => change);
  return {
    updates: [...ended, ...asked, ...merged.flatMap(({ plan }) => plan.updates)],
    toSend,
    writes: toSend.map(writeOf),
    displaced: merged.flatMap(({ plan }) => plan.displaced),
  };
}

/** A late landing of ours is no news: the decision about the other value stands over it. */
function askedAgain(
  change: CoalescedChange,
  server: FieldValue,
  { nowMs, own }: MergeContext,
): readonly ChangeUpdate[] {
  const { steps } = change;
  if (steps.every((step) => step.server === server) || own(change).has(server)) return [];
  return steps.map((step) => conflicted(step, server, nowMs));
}

function planField(
  change: CoalescedChange,
  server: FieldValue,
  changes: readonly FieldChange[],
  context: MergeContext,
): FieldPlan {
  const decision = compare(change, server, context.own(change));
  const { steps } = change;
  switch (decision.kind) {
    case 'alreadyThere':
      return { updates: steps.map((step) => settled(step, 'alreadyThere')), isToSend: false, displaced: [] };
    case 'send': {
      const landed = steps.slice(0, decision.landed);
      return { updates: landed.map((step) => settled(step, 'applied')), isToSend: true, displaced: [] };
    }
    case 'savedAs':
      return { updates: settledAs(steps, server, changes, context.nowMs), isToSend: false, displaced: [] };
    case 'takenBack':
      return { updates: givenUp(changes, change, server, context), isToSend: false, displaced: [] };
    case 'conflict':
      return planConflict(change, server, changes, context);
  }
}

/** Gives a change up for the service's value, which stays known: an update of ours that lands on it is put right. */
const givenUp = (
  changes: readonly FieldChange[],
  { field, steps }: CoalescedChange,
  server: FieldValue,
  { nowMs }: MergeContext,
): readonly ChangeUpdate[] => [
  ...dequeue(changes, steps, 'discarded'),
  ...steps.map(({ editId }) => ({ editId, field, server, serverSeenAtMs: nowMs })),
];

function planConflict(
  change: CoalescedChange,
  server: FieldValue,
  changes: readonly FieldChange[],
  context: MergeContext,
): FieldPlan {
  const { rule, nowMs } = context;
  const { field, mine, steps } = change;
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) throw new Error('A coalesced change has at least one step');
  if (rule === 'ask') {
    return { updates: steps.map((step) => conflicted(step, server, nowMs)), isToSend: false, displaced: [] };
  }
  if (rule === 'mineWins') {
    const displaced = [{ field, value: server, from: 'server' as const, editId: last.editId }];
    return { updates: [{ editId: first.editId, field: first.field, base: server }], isToSend: true, displaced };
  }
  const displaced = [{ field, value: mine, from: 'mine' as const, editId: last.editId }];
  return { updates: givenUp(changes, change, server, context), isToSend: false, displaced };
}

/**
 * The plan without its removals: what can be sent where a removal stops everything else.
 *
 * @returns null when the plan has no removal, or nothing else
 */
export const withoutRemovals = (plan: MergePlan): MergePlan | null => partOf(plan, (change) => !isRemoval(change));

/** The removals of a plan alone. @returns null when the plan has no removal, or nothing else */
export const onlyRemovals = (plan: MergePlan): MergePlan | null => partOf(plan, isRemoval);

function partOf(plan: MergePlan, isIn: (change: CoalescedChange) => boolean): MergePlan | null {
  const toSend = plan.toSend.filter(isIn);
  if (toSend.length === 0 || toSend.length === plan.toSend.length) return null;
  return { ...plan, toSend, writes: toSend.map(writeOf) };
}

const writeOf = ({ field, mine }: CoalescedChange): FieldWrite => ({ field, value: mine });
