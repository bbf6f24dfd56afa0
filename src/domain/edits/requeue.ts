import { z } from 'zod';
import type { EditId } from '../core/ids.ts';
import type { Field, FieldValue } from '../files/field.ts';
import { moved, rebased, withUpdates, type ChangeUpdate, type DisplacedValue } from './change-update.ts';
import { type FieldChange, fieldValue, isOpen } from './edit.ts';
import { baseOnReturn, justAbove, rebaseAfterRemoval, rebaseRequeued, startingFrom } from './rebase.ts';

/** A person's decision about a field that was changed on both sides. */
export const choice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mine') }),
  z.object({ kind: z.literal('server') }),
  z.object({ kind: z.literal('byHand'), value: fieldValue }),
]);
export type Choice = Readonly<z.infer<typeof choice>>;

/**
 * Whether the conflict over a field still asks about the value that a person saw; true for a field without a conflict.
 *
 * @param changes of one file, in the order of `seq`
 */
export function isAsSeen(
  changes: readonly FieldChange[],
  { field, server }: { readonly field: Field; readonly server: FieldValue },
): boolean {
  const asked = changes.findLast((one) => one.field === field && one.status === 'conflicted');
  return asked === undefined || asked.server === server;
}

/** What a decision changes; displaced values go into the file's history. */
export type Decided = { readonly updates: readonly ChangeUpdate[]; readonly displaced: readonly DisplacedValue[] };

/**
 * Decides one conflicted field. `mine` and `byHand` queue it again, with the service's value that the person saw as the
 * new base, so that only a third value asks again; `server` discards it.
 *
 * @param changes all changes of the file; the conflicted ones of `field` are decided together
 * @returns nothing when the field has no conflict
 */
export function decide(changes: readonly FieldChange[], field: Field, choice: Choice): Decided {
  const steps = changes.filter((one) => one.field === field && one.status === 'conflicted');
  const first = steps[0];
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return { updates: [], displaced: [] };
  if (choice.kind === 'server') return discardSteps(changes, steps, last);
  const value = choice.kind === 'byHand' ? choice.value : last.mine;
  const theirs: DisplacedValue = { field, value: first.server, from: 'server', editId: last.editId };
  // The edit takes the value of the decision, so that only the history still has the value it had before.
  const replaced: DisplacedValue = { field, value: last.mine, from: 'mine', editId: last.editId };
  const displaced = value === last.mine ? [theirs] : [theirs, replaced];
  // The last step carries the decision; the steps before it led to a value that the person has replaced.
  const updates = steps.map((step): ChangeUpdate =>
    step === last
      ? { editId: step.editId, field, status: 'queued', base: first.server, mine: value }
      : moved(step, 'discarded'),
  );
  const above = steps.flatMap((step) => {
    const startsHere = startingFrom(changes, step);
    return step === last ? movedOnto({ base: value }, startsHere, steps) : movedOnto(seenIn(first), startsHere, steps);
  });
  return { updates: [...updates, ...above], displaced };
}

function discardSteps(changes: readonly FieldChange[], steps: readonly FieldChange[], last: FieldChange): Decided {
  // The person saw the service's value when they decided, so later edits start from it.
  const above = [...justAbove(changes, last), ...steps.flatMap((step) => startingFrom(changes, step))];
  return {
    updates: [...steps.map((step) => moved(step, 'discarded')), ...movedOnto(seenIn(last), above, steps)],
    displaced: [{ field: last.field, value: last.mine, from: 'mine', editId: last.editId }],
  };
}

type NewBase = Pick<ChangeUpdate, 'base' | 'server' | 'serverSeenAtMs'>;

/** The service's value as a base, which the decision itself tells from one that a rule has put below the edit. */
const seenIn = ({ server, serverSeenAtMs }: FieldChange): NewBase => ({ base: server, server, serverSeenAtMs });

/** Rebases later edits, which are no part of the conflict, onto the value that its decision leaves. */
const movedOnto = (
  base: NewBase,
  above: readonly FieldChange[],
  steps: readonly FieldChange[],
): readonly ChangeUpdate[] =>
  above.filter((one) => !steps.includes(one)).map((one) => ({ editId: one.editId, field: one.field, ...base }));

/**
 * Takes changes out of the queue and rebases later ones onto what is left below them.
 *
 * @param changes all changes of the file
 * @param out those to take out
 */
export function dequeue(
  changes: readonly FieldChange[],
  out: readonly FieldChange[],
  status: 'held' | 'discarded' | 'refused' | 'gone',
): readonly ChangeUpdate[] {
  const updates = oneByOne(changes, out, (now, current) => {
    // With the base that the person saw: once the change is out of the queue, no attempt tells what a rule wrote over.
    const out = { ...moved(current, status), base: current.base };
    return [out, ...rebaseAfterRemoval(now, current).flatMap(rebased)];
  });
  return [...updates, ...withoutConflict(withUpdates(changes, updates), updates)];
}

/**
 * Queues conflicted changes that have nothing to ask about any more: their conflict came from a change below them, so that
 * they start from the service's value, or the last one that is left wants that value.
 */
function withoutConflict(changes: readonly FieldChange[], updates: readonly ChangeUpdate[]): readonly ChangeUpdate[] {
  const conflicts = changes.filter(({ status }) => status === 'conflicted').toSorted((a, b) => a.seq - b.seq);
  const isTouched = ({ field }: FieldChange): boolean => updates.some((one) => one.field === field);
  const isEnded = (steps: readonly FieldChange[]): boolean => {
    const [first, last] = [steps[0], steps.at(-1)];
    if (first === undefined || last === undefined) return false;
    return isTouched(first) && (first.base === first.server || last.mine === last.server);
  };
  return [...Map.groupBy(conflicts, ({ field }) => field).values()]
    .filter(isEnded)
    .flatMap((steps) => steps.map((step) => moved(step, 'queued')));
}

/**
 * Takes one field out of the waiting edits of a file: all its changes, since each stands on the one before. The other
 * fields of the same edits stay as they are.
 *
 * @param changes of the file, any status
 * @param isSent whether a change may have reached the service
 * @returns null while one of the changes is on its way: what was sent is undone by another edit, once its answer is known
 */
export function discardField(
  changes: readonly FieldChange[],
  field: Field,
  isSent: (open: FieldChange) => boolean,
): readonly ChangeUpdate[] | null {
  // The last one first: a change that goes moves the bases of those above it, which go too and keep what they stood on.
  const open = changes.filter((one) => one.field === field && isOpen(one)).toSorted((a, b) => b.seq - a.seq);
  return open.some(isSent) ? null : dequeue(changes, open, 'discarded');
}

/** What a refusal does: the updates, and the changes that wait for the person now. */
export type Refused = { readonly updates: readonly ChangeUpdate[]; readonly refused: readonly FieldChange[] };

/**
 * Takes the queued changes of a refused update out of the queue. What the person queued since, an undo or the release of an
 * older edit for example, was no part of it and stays queued. A later value of its field replaces a refused one, as a value
 * typed after the refusal does.
 *
 * @param changes of the file, of one account
 * @param sentIds the edits of the update; null refuses everything that is queued
 */
export function refuse(
  changes: readonly FieldChange[],
  sentIds: readonly EditId[] | null,
  status: 'refused' | 'gone',
): Refused {
  const queued = changes.filter((one) => one.status === 'queued');
  const [meant, since] = partition(queued, ({ editId }) => sentIds === null || sentIds.includes(editId));
  const isLater = (one: FieldChange): boolean => meant.every(({ field, seq }) => field !== one.field || seq < one.seq);
  const later = new Set(since.filter(isLater).map(({ field }) => field));
  const [replaced, refused] = partition(meant, ({ field }) => later.has(field));
  const discarded = dequeue(changes, replaced, 'discarded');
  return { updates: [...discarded, ...dequeue(withUpdates(changes, discarded), refused, status)], refused };
}

const partition = <T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] => [
  all.filter(isFirst),
  all.filter((one) => !isFirst(one)),
];

/**
 * Puts changes back into the queue (released, restored, retried) and rebases the later ones on top of them.
 *
 * @param changes all changes of the file
 * @param back those to put back, in the order of `seq`
 */
export function requeue(changes: readonly FieldChange[], back: readonly FieldChange[]): readonly ChangeUpdate[] {
  return oneByOne(changes, back, (now, current) => {
    const returned = { ...current, base: baseOnReturn(now, current) };
    const again = { ...moved(current, 'queued'), base: returned.base };
    return [again, ...rebaseRequeued(now, returned).flatMap(rebased)];
  });
}

/**
 * Decides about some changes one after the other, each on what the decisions before it have left. They are taken into the
 * changes once: an edit of a file may have thousands of fields.
 */
function oneByOne(
  changes: readonly FieldChange[],
  some: readonly FieldChange[],
  decided: (now: readonly FieldChange[], current: FieldChange) => readonly ChangeUpdate[],
): readonly ChangeUpdate[] {
  const updates: ChangeUpdate[] = [];
  const ofField = new Map<Field, readonly FieldChange[]>(Map.groupBy(changes, ({ field }) => field));
  for (const one of some) {
    const now = ofField.get(one.field) ?? [];
    const current = now.find((each) => each.editId === one.editId) ?? one;
    const further = decided(now, current);
    updates.push(...further);
    ofField.set(one.field, withUpdates(now, further));
  }
  return updates;
}
