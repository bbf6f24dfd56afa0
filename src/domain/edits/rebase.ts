import type { Field, FieldValue } from '../files/field.ts';
import type { CoalescedChange } from './coalesce.ts';
import { isOpen, type FieldChange } from './edit.ts';

/** A change and the value that becomes its base. */
export type Rebase = { readonly change: FieldChange; readonly base: FieldValue };

/**
 * The new bases when `removed` leaves the queue (held, refused, discarded): later changes that start from its value start
 * from its base instead, or from a value sent since. A value that never reached the service is no base.
 *
 * @param changes of the same file, with the settled ones where `removed` may have been held before
 */
export const rebaseAfterRemoval = (changes: readonly FieldChange[], removed: FieldChange): readonly Rebase[] =>
  isOnTheWay(removed)
    ? startingFrom(changes, removed).map((change) => ({ change, base: baseBetween(changes, removed, change) }))
    : [];

/**
 * A change that was held and released late lies below values sent meanwhile. They may have been sent in another order than
 * that of the queue, so that a value which the service was seen to have comes first.
 */
function baseBetween(changes: readonly FieldChange[], below: FieldChange, above: FieldChange): FieldValue {
  const since = changes
    .filter(
      ({ field, seq, status }) => field === below.field && seq > below.seq && seq < above.seq && status === 'settled',
    )
    .toSorted((a, b) => a.seq - b.seq)
    .map(valueLeftBy);
  if (above.status === 'conflicted' && since.includes(above.server)) return above.server;
  return since.length === 0 ? below.base : (since.at(-1) ?? null);
}

/** The value a settled change left on the service, in the spelling that the service chose. */
export const valueLeftBy = (settled: FieldChange): FieldValue =>
  settled.settlement === 'savedAs' ? settled.server : settled.mine;

/**
 * The value that the changes of a file leave in a field, where nobody else writes.
 *
 * @param changes of the file, with the settled ones
 * @returns null where none of them wrote the field
 */
export const valueLeftIn = (changes: readonly FieldChange[], field: Field): FieldValue =>
  valuesLeftIn(changes, field).at(-1) ?? null;

/** In the order of the queue. */
const valuesLeftIn = (changes: readonly FieldChange[], field: Field): readonly FieldValue[] =>
  changes
    .filter((one) => one.field === field && (isOpen(one) || one.status === 'settled'))
    .toSorted((a, b) => a.seq - b.seq)
    .map((one) => (isOpen(one) ? one.mine : valueLeftBy(one)));

/**
 * The base of a change that takes back what the person wrote. Nobody looks at each of ten thousand files before an undo: a
 * value that somebody else wrote since is no base, so that the person, or the rule, decides about it.
 *
 * @param changes of the file, with the settled ones
 */
export function ownBase(changes: readonly FieldChange[], field: Field, shown: FieldValue): FieldValue {
  const own = valuesLeftIn(changes, field);
  return own.length === 0 || own.includes(shown) ? shown : (own.at(-1) ?? null);
}

/** The new bases when `returned` is back in the queue (released, restored): the next changes start from its value again. */
export const rebaseRequeued = (changes: readonly FieldChange[], returned: FieldChange): readonly Rebase[] =>
  justAbove(changes, returned)
    .filter((one) => one.base === returned.base)
    .map((change) => ({ change, base: returned.mine }));

/** The new bases when the service saved `settled` in another spelling: the next changes start from that spelling. */
export const rebaseAfterSavedAs = (
  changes: readonly FieldChange[],
  settled: FieldChange,
  savedAs: FieldValue,
): readonly Rebase[] => startingFrom(changes, settled).map((change) => ({ change, base: savedAs }));

/** Whether a change will be sent, unless a person decides otherwise: a newer change starts from its value. */
export const isOnTheWay = ({ status }: FieldChange): boolean => status === 'queued' || status === 'conflicted';

/** The open changes above `below`, in the order of `seq`, up to the first that is on its way. */
export function justAbove(changes: readonly FieldChange[], below: FieldChange): readonly FieldChange[] {
  return through(isOnTheWay, openAbove(changes, below));
}

/** The changes that start from the value of `below`, up to one on its way that has the same value again. */
export function startingFrom(changes: readonly FieldChange[], below: FieldChange): readonly FieldChange[] {
  const again = (one: FieldChange): boolean => isOnTheWay(one) && one.mine === below.mine;
  return through(again, openAbove(changes, below)).filter((one) => one.base === below.mine);
}

const openAbove = (changes: readonly FieldChange[], below: FieldChange): readonly FieldChange[] =>
  changes
    .filter((one) => one.field === below.field && one.seq > below.seq && isOpen(one))
    .toSorted((a, b) => a.seq - b.seq);

function through(isLast: (one: FieldChange) => boolean, all: readonly FieldChange[]): readonly FieldChange[] {
  const last = all.findIndex(isLast);
  return last < 0 ? all : all.slice(0, last + 1);
}

/**
 * The base of a change that comes back into the queue. While it was away, changes below it may have been held or discarded,
 * put back before it, or saved in another spelling.
 *
 * @param changes of the file, any status, with the settled ones
 */
export function baseOnReturn(changes: readonly FieldChange[], returned: FieldChange): FieldValue {
  const below = changes
    .filter((one) => one.field === returned.field && one.seq < returned.seq)
    .toSorted((a, b) => a.seq - b.seq);
  let { base } = returned;
  for (const one of below.toReversed()) {
    if (one.mine !== base) continue;
    if (one.settlement === 'savedAs') base = one.server;
    if (one.status === 'settled' || isOnTheWay(one)) break;
    base = one.base;
  }
  return below.filter(isOnTheWay).reduce((now, one) => (one.base === now ? one.mine : now), base);
}

/**
 * The base of a change that is asked for anew, on top of newer edits of its file. Of a field that none of them is about,
 * nobody has looked at today's value.
 *
 * @param changes of the file, any status, with the settled ones
 * @param shown today's value
 */
export function baseAskedAnew(changes: readonly FieldChange[], before: FieldChange, shown: FieldValue): FieldValue {
  const isNewer = ({ field, seq }: FieldChange): boolean => field === before.field && seq > before.seq;
  const isReplaced = changes.some((one) => isNewer(one) && (isOpen(one) || one.status === 'settled'));
  const base = isReplaced ? ownBase(changes, before.field, shown) : baseOnReturn(changes, before);
  // Somebody has written over the wanted value itself, which the person sent since.
  return base === before.mine ? before.base : base;
}

/**
 * The values below the edits of another account that a change lies on. Its base is the value of the topmost, which the
 * service may never get.
 *
 * @param changes all open changes of the file
 * @param change what is sent of one field
 */
export function valuesBelowParked(
  changes: readonly FieldChange[],
  { field, base, steps }: CoalescedChange,
): readonly FieldValue[] {
  const firstSeq = Math.min(...steps.map(({ seq }) => seq));
  const below = changes.filter((one) => one.field === field && one.seq < firstSeq && isOnTheWay(one));
  const values: FieldValue[] = [];
  let top = base;
  for (const one of below.toSorted((a, b) => b.seq - a.seq)) {
    if (one.mine !== top) continue;
    top = one.base;
    values.push(top);
  }
  return values;
}
