import { sameAfterNormalising } from '../core/text.ts';
import { type Field, fieldValue, type FieldValue } from '../files/field.ts';
import type { FileRecord } from '../files/file.ts';
import type { FieldChange } from './edit.ts';

/** All queued changes of one field of one file as the single change that they make together. */
export type CoalescedChange = {
  readonly field: Field;
  /** The base of the first step. */
  readonly base: FieldValue;
  /** The value of the last step. */
  readonly mine: FieldValue;
  /** At least one, in the order of `seq`. */
  readonly steps: readonly FieldChange[];
};

/**
 * Folds a file's queued changes into one change for each field. A conflicted field is left out, with all later changes
 * of it: it waits for the person.
 *
 * @param changes of one file, any status, any order
 */
export function coalesced(changes: readonly FieldChange[]): readonly CoalescedChange[] {
  const blocked = new Set(changes.filter((one) => one.status === 'conflicted').map((one) => one.field));
  return byField(changes.filter((one) => one.status === 'queued' && !blocked.has(one.field)));
}

/** Folds a file's conflicted changes into one change for each field. */
export const coalescedConflicts = (changes: readonly FieldChange[]): readonly CoalescedChange[] =>
  byField(changes.filter((one) => one.status === 'conflicted'));

/**
 * A file's changes, with those queued again whose conflict has nothing to ask about any more: the service holds what they
 * started from, or what is wanted.
 */
export function withoutEndedConflicts(changes: readonly FieldChange[], record: FileRecord): readonly FieldChange[] {
  const ended = coalescedConflicts(changes).filter(({ field, base, mine }) =>
    [base, mine].includes(fieldValue(record, field)),
  );
  const steps = new Set(ended.flatMap((one) => one.steps));
  return changes.map((one) => (steps.has(one) ? { ...one, status: 'queued' } : one));
}

function byField(changes: readonly FieldChange[]): readonly CoalescedChange[] {
  const inOrder = changes.toSorted((a, b) => a.seq - b.seq);
  const steps = Map.groupBy(inOrder, (one) => one.field);
  return [...steps].map(([field, ofField]) => coalescedSteps(field, ofField));
}

function coalescedSteps(field: Field, steps: readonly FieldChange[]): CoalescedChange {
  const first = steps[0];
  const last = steps.at(-1);
  if (first === undefined || last === undefined) throw new Error(`No steps for ${field}`);
  return { field, base: first.base, mine: last.mine, steps };
}

/** Whether a change removes a metadata key. A name cannot be removed. */
export const isRemoval = ({ field, mine }: Pick<CoalescedChange, 'field' | 'mine'>): boolean =>
  mine === null && field !== 'name';

/** What the service's present value means for a coalesced change. */
export type MergeDecision =
  | { readonly kind: 'alreadyThere' }
  /** The service has the value of the first `landed` steps (their answer got lost); the last value may be sent. */
  | { readonly kind: 'send'; readonly landed: number }
  /** Mine went out, and the service saved it in another spelling. */
  | { readonly kind: 'savedAs' }
  /** Somebody else wrote a field of which nothing is wanted any more. */
  | { readonly kind: 'takenBack' }
  | { readonly kind: 'conflict' };

/**
 * Compares one field three ways. Server is mine: already there. Server is base, of the first step or of one that starts
 * anew, the value of a step, or an own recent write: send. Anything else was written by somebody whose value the person has not seen: conflict, unless the change
 * ends where it started. An absent key may be the doing of our own trial of the metadata mode, so that it is asked about.
 *
 * @param own values of ours that a slow request may have put on the service
 */
export function compare(
  change: CoalescedChange,
  server: FieldValue,
  own: ReadonlySet<FieldValue> = new Set(),
): MergeDecision {
  if (server === change.mine) return { kind: 'alreadyThere' };
  // A step that leads back to the base looks like one that was never sent.
  if (server === change.base || isSeenBy(change, server)) return { kind: 'send', landed: 0 };
  const landed = change.steps.findLastIndex((step) => step.mine === server) + 1;
  if (landed > 0 || own.has(server)) return { kind: 'send', landed };
  const sent = sentSpelling(change, server, own);
  if (sent !== undefined) return sent === change.mine ? { kind: 'savedAs' } : { kind: 'send', landed: 0 };
  return { kind: server !== null && isTakenBack(change) ? 'takenBack' : 'conflict' };
}

/** Whether a step was made on top of the service's value, and not on the step below it: a value put back after an own removal. */
const isSeenBy = ({ steps }: CoalescedChange, server: FieldValue): boolean =>
  steps.some(({ base }, place) => place > 0 && base === server && base !== steps[place - 1]?.mine);

/** The sent value that the service has in another spelling. One that was settled is known to stand as it was written. */
const sentSpelling = (
  { steps }: CoalescedChange,
  server: FieldValue,
  own: ReadonlySet<FieldValue>,
): FieldValue | undefined =>
  steps.findLast(({ mine }) => own.has(mine) && mine !== null && server !== null && sameAfterNormalising(mine, server))
    ?.mine;

/** Whether an edit and its inverse make up a change. A repair starts from its own value as well, and wants it. */
const isTakenBack = ({ base, mine, steps }: CoalescedChange): boolean =>
  base === mine && steps.length > 1 && steps.every((step) => step.base !== step.mine);
