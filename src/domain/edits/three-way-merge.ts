import type { ConflictRule } from '../connections/connection.ts';
import { fieldValue, type FieldValue } from '../files/field.ts';
import type { FileRecord } from '../files/file.ts';
import {
  conflicted,
  isOf,
  moved,
  settled,
  withBase,
  withOwnBases,
  writesOf,
  type ChangeUpdate,
  type DisplacedValue,
  type SentEdits,
} from './change-update.ts';
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
import type { FieldWrite, Overruled } from './update-body.ts';

/** What to do about one file's queued changes, now that its record has been read. */
export type MergePlan = {
  /** New facts about the changes, to be stored before anything is sent. */
  readonly updates: readonly ChangeUpdate[];
  /** What the next update carries, at most one for each field. */
  readonly toSend: readonly CoalescedChange[];
  /** The values of `toSend`, in the same order. */
  readonly writes: readonly FieldWrite[];
  /** Values that the connection's rule gives up; empty under `ask`. */
  readonly displaced: readonly DisplacedValue[];
};

/** What a merge needs besides the changes and the record. */
export type MergeContext = {
  readonly rule: ConflictRule;
  readonly nowMs: number;
  /** Values of ours, older than the coalesced change, that a slow request may have put on the service. */
  readonly own: (change: CoalescedChange) => ReadonlySet<FieldValue>;
  /** Updates of the file, newest first; none where it is left out. */
  readonly sent?: readonly SentEdits[];
};

type FieldPlan = {
  readonly updates: readonly ChangeUpdate[];
  readonly isToSend: boolean;
  readonly overruled?: Overruled;
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
  const onSeen = onSeenBases(changes, context.sent ?? []);
  const seen = context.rule === 'mineWins' ? changes : onSeen;
  const waiting = withoutEndedConflicts(seen, record);
  const ended = waiting.filter((one) => !seen.includes(one)).map((one) => moved(one, one.status));
  const asked = coalescedConflicts(waiting).flatMap((one) => askedAgain(one, fieldValue(record, one.field), context));
  const merged = coalesced(waiting).map((change) => ({
    change,
    plan: planField(change, fieldValue(record, change.field), waiting, { ...context, onSeen }),
  }));
  const decided = [...ended, ...asked, ...merged.flatMap(({ plan }) => plan.updates)];
  const isOver = (one: FieldChange): boolean =>
    decided.some(({ editId, field, settlement }) => isOf(one, { editId, field }) && settlement !== undefined);
  // An update of ours that came through wrote over the value of its base, which an undo puts back.
  const rebased = seen.filter((one, at) => one !== changes[at] && !isOver(one));
  const sent = merged.filter(({ plan }) => plan.isToSend);
  return {
    updates: [...rebased.map((one) => withBase(one, one.base)), ...withOwnBases(decided, onSeen, context.sent ?? [])],
    toSend: sent.map(({ change }) => change),
    writes: sent.map(({ change: { field, mine }, plan: { overruled } }) =>
      overruled === undefined ? { field, value: mine } : { field, value: mine, overruled },
    ),
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

/** @param onSeen the file's changes on the bases that the person saw */
type FieldContext = MergeContext & { readonly onSeen: readonly FieldChange[] };

function planField(
  change: CoalescedChange,
  server: FieldValue,
  changes: readonly FieldChange[],
  context: FieldContext,
): FieldPlan {
  const decision = compare(change, server, context.own(change));
  const { steps } = change;
  switch (decision.kind) {
    case 'alreadyThere':
      return { updates: steps.map((step) => settled(step, 'alreadyThere')), isToSend: false, displaced: [] };
    case 'send': {
      const updates = steps.slice(0, decision.landed).map((step) => settled(step, 'applied'));
      return { updates, isToSend: true, ...overruledBefore(change, server, context), displaced: [] };
    }
    case 'savedAs':
      return { updates: settledAs(steps, server, changes, context.nowMs), isToSend: false, displaced: [] };
    case 'takenBack':
      return { updates: givenUp(changes, change, server, context), isToSend: false, displaced: [] };
    case 'conflict':
      return planConflict(change, server, changes, context);
  }
}

/** A value that an earlier update was to overrule, and that this one overrules in its place. */
function overruledBefore(
  { base, steps: [first] }: CoalescedChange,
  server: FieldValue,
  { rule, onSeen }: FieldContext,
): Pick<FieldPlan, 'overruled'> {
  const seen = onSeen.find((one) => first !== undefined && isOf(one, first));
  const isOverruled = rule === 'mineWins' && seen !== undefined && base === server && seen.base !== server;
  return isOverruled ? { overruled: { base: seen.base, server } } : {};
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
  context: FieldContext,
): FieldPlan {
  const { rule, nowMs, onSeen } = context;
  const { field, mine, steps } = change;
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) throw new Error('A coalesced change has at least one step');
  if (rule === 'ask') {
    return { updates: steps.map((step) => conflicted(step, server, nowMs)), isToSend: false, displaced: [] };
  }
  if (rule === 'mineWins') {
    const { base } = onSeen.find((one) => isOf(one, first)) ?? first;
    return { updates: [], isToSend: true, overruled: { base, server }, displaced: [] };
  }
  const displaced = [{ field, value: mine, from: 'mine' as const, editId: last.editId }];
  return { updates: givenUp(changes, change, server, context), isToSend: false, displaced };
}

const unasked = { server: null, serverSeenAtMs: null };

/**
 * What the rule `mineWins` decides about the fields of an update. It counts once the update is stored: a field that waits
 * for another one is judged by the rule of that time.
 *
 * @param plan the whole one, or the part of it that the update carries
 */
export function decidedByRule({ toSend, writes }: MergePlan): Pick<MergePlan, 'updates' | 'displaced'> {
  const decided = toSend.flatMap(({ field, steps: [first, ...others] }) => {
    const overruled = writes.find((one) => one.field === field)?.overruled;
    return first === undefined || overruled === undefined ? [] : [{ first, last: others.at(-1) ?? first, overruled }];
  });
  return {
    // What was asked before is no answer about this value, whatever a clock says that is set back.
    updates: decided.map(({ first, overruled }) => ({
      ...withBase(first, overruled.server),
      ...unasked,
    })),
    displaced: decided
      .filter(({ first, overruled }) => first.base !== overruled.server)
      .map(({ last: { field, editId }, overruled }) => ({
        ...{ field, value: overruled.server, from: 'server', editId },
      })),
  };
}

/**
 * A file's changes on the bases that the person saw. The rule `mineWins` takes the service's value for a base; where it no
 * longer holds and the update has not come through, nobody has decided about that value.
 *
 * @param sent updates of the file, newest first
 */
export function onSeenBases(changes: readonly FieldChange[], sent: readonly SentEdits[]): readonly FieldChange[] {
  const overruling = sent
    .map((one) => ({ ...one, writes: one.writes.filter(({ overruled }) => overruled !== undefined) }))
    .filter(({ writes }) => writes.length > 0);
  return changes.map((one) => {
    // An update that overrules takes back what was asked before it.
    if (one.status !== 'queued' || one.serverSeenAtMs !== null) return one;
    const overruled = writesOf(overruling, one).flatMap((write) => write.overruled ?? []);
    const { base } = overruled.find(({ server }) => server === one.base) ?? one;
    return base === one.base ? one : { ...one, base };
  });
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
  return { ...plan, toSend, writes: plan.writes.filter((one) => toSend.some(({ field }) => field === one.field)) };
}
