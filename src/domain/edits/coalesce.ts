import type { FieldChange } from './edit.ts';
import type { Field, FieldValue } from '../files/field.ts';

/** The queued edits of one field of one file, oldest first, as the one step they make together. */
export type CoalescedChange = {
  readonly field: Field;
  /** The earliest edit's base. */
  readonly base: FieldValue;
  /** The latest edit's value. */
  readonly mine: FieldValue;
  readonly steps: readonly FieldChange[];
};

/**
 * Composes a file's queued changes into one step per field. A field with a conflict waits for the person, and so do
 * later edits of it.
 *
 * @param changes of one file, any status
 */
export function coalesced(changes: readonly FieldChange[]): readonly CoalescedChange[] {
  const blocked = new Set(changes.filter((one) => one.status === 'conflicted').map((one) => one.field));
  const queued = changes.filter((one) => one.status === 'queued' && !blocked.has(one.field));
  const byField = Map.groupBy(
    queued.toSorted((a, b) => a.seq - b.seq),
    (one) => one.field,
  );
  return [...byField].map(([field, steps]) => chain(field, steps));
}

function chain(field: Field, steps: readonly FieldChange[]): CoalescedChange {
  const first = steps[0];
  const last = steps.at(-1);
  if (first === undefined || last === undefined) throw new Error(`No steps for ${field}`);
  return { field, base: first.base, mine: last.mine, steps };
}

/** A key that is to go. A name is never removed. */
export const isRemoval = ({ field, mine }: Pick<CoalescedChange, 'field' | 'mine'>): boolean =>
  mine === null && field !== 'name';

/** What the service's present value means for a chain. */
export type MergeDecision =
  | { readonly kind: 'alreadyThere' }
  /** The first `landed` steps are on the service already (an answer got lost); the rest may be sent. */
  | { readonly kind: 'send'; readonly landed: number }
  | { readonly kind: 'conflict' };

/**
 * Three-way comparison of one field: mine -> nothing to do; base, or a value of our own on the way -> send; anything
 * else was written by somebody the person has not seen.
 *
 * @param own values of ours that a slow request may have put there
 */
export function compare(
  of: CoalescedChange,
  server: FieldValue,
  own: ReadonlySet<FieldValue> = new Set(),
): MergeDecision {
  if (server === of.mine) return { kind: 'alreadyThere' };
  const landed = of.steps.findLastIndex((step) => step.mine === server) + 1;
  if (landed > 0 || server === of.base || own.has(server)) return { kind: 'send', landed };
  return { kind: 'conflict' };
}
