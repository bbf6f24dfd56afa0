import { moved, rebased, withUpdates, type ChangeUpdate, type DisplacedValue } from './change-update.ts';
import type { FieldChange } from './edit.ts';
import type { Field, FieldValue } from '../files/field.ts';
import { baseOnReturn, justAbove, rebaseAfterRemoval, rebaseRequeued, startingFrom } from './rebase.ts';

/** What a person decided about a field that was changed in both places. */
export type Choice =
  { readonly kind: 'mine' } | { readonly kind: 'server' } | { readonly kind: 'byHand'; readonly value: FieldValue };

export type Decided = { readonly updates: readonly ChangeUpdate[]; readonly lost: readonly DisplacedValue[] };

/**
 * Settles one conflicted field. `mine` makes the value the service was seen to hold the new base, so that only a third
 * value would ask again; `server` gives the edits up.
 *
 * @param changes of the file; those of `field` that are conflicted are decided together
 */
export function decide(changes: readonly FieldChange[], field: Field, choice: Choice): Decided {
  const steps = changes.filter((one) => one.field === field && one.status === 'conflicted');
  const first = steps[0];
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return { updates: [], lost: [] };
  if (choice.kind === 'server') return discardGone(changes, steps, last);
  const value = choice.kind === 'byHand' ? choice.value : last.mine;
  const gaveWay: DisplacedValue = { field, value: first.server, from: 'server', editId: last.editId };
  // The edit goes on with the value of the decision, so that what it was before is told by the history alone.
  const replaced: DisplacedValue = { field, value: last.mine, from: 'mine', editId: last.editId };
  const lost = value === last.mine ? [gaveWay] : [gaveWay, replaced];
  // One step carries the decision; the steps before it were on the way to a value that is no longer wanted.
  const updates = steps.map((step): ChangeUpdate =>
    step === last
      ? { editId: step.editId, field, status: 'queued', base: first.server, mine: value }
      : moved(step, 'discarded'),
  );
  const above = steps.flatMap((step) =>
    movedOnto(step === last ? value : first.server, startingFrom(changes, step), steps),
  );
  return { updates: [...updates, ...above], lost };
}

function discardGone(changes: readonly FieldChange[], steps: readonly FieldChange[], last: FieldChange): Decided {
  // The person saw the service's value when they decided, so that is what later edits start from.
  const above = [...justAbove(changes, last), ...steps.flatMap((step) => startingFrom(changes, step))];
  return {
    updates: [...steps.map((step) => moved(step, 'discarded')), ...movedOnto(last.server, above, steps)],
    lost: [{ field: last.field, value: last.mine, from: 'mine', editId: last.editId }],
  };
}

/** Puts edits above a conflict, which are no part of it, onto what its decision leaves there. */
const movedOnto = (
  base: FieldValue,
  above: readonly FieldChange[],
  steps: readonly FieldChange[],
): readonly ChangeUpdate[] =>
  above.filter((one) => !steps.includes(one)).map((one) => ({ editId: one.editId, field: one.field, base }));

/** Takes changes out of the queue (held, discarded, refused, gone) and puts later ones onto what is left below them. */
export function dequeue(
  changes: readonly FieldChange[],
  out: readonly FieldChange[],
  status: 'held' | 'discarded' | 'refused' | 'gone',
): readonly ChangeUpdate[] {
  const updates = out.reduce<readonly ChangeUpdate[]>((updates, one) => {
    const now = withUpdates(changes, updates);
    const current = now.find((each) => each.editId === one.editId && each.field === one.field) ?? one;
    return [...updates, moved(one, status), ...rebaseAfterRemoval(now, current).flatMap(rebased)];
  }, []);
  return [...updates, ...withoutConflict(withUpdates(changes, updates), updates)];
}

/** Edits that were in conflict only because of one below them, and now start from what the service was seen to hold. */
function withoutConflict(changes: readonly FieldChange[], updates: readonly ChangeUpdate[]): readonly ChangeUpdate[] {
  const conflicts = changes.filter(({ status }) => status === 'conflicted').toSorted((a, b) => a.seq - b.seq);
  const isRebased = ({ editId, field }: FieldChange): boolean =>
    updates.some((one) => one.editId === editId && one.field === field && one.base !== undefined);
  return [...Map.groupBy(conflicts, ({ field }) => field).values()]
    .filter(([first]) => first !== undefined && first.base === first.server && isRebased(first))
    .flatMap((steps) => steps.map((step) => moved(step, 'queued')));
}

/** Puts changes back into the queue (released, restored, tried again) under later ones that were put past them. */
export function requeue(changes: readonly FieldChange[], back: readonly FieldChange[]): readonly ChangeUpdate[] {
  return back.reduce<readonly ChangeUpdate[]>((updates, one) => {
    const now = withUpdates(changes, updates);
    const current = now.find((each) => each.editId === one.editId && each.field === one.field) ?? one;
    const returned = { ...current, base: baseOnReturn(now, current) };
    const again = { ...moved(one, 'queued'), base: returned.base };
    return [...updates, again, ...rebaseRequeued(now, returned).flatMap(rebased)];
  }, []);
}
