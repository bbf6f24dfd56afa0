import { isOpen, type FieldChange } from './edit.ts';
import type { FieldValue } from '../files/field.ts';

/** A change whose base has to become another value. */
export type Rebase = { readonly change: FieldChange; readonly base: FieldValue };

/**
 * When `removed` will not reach the service (held, refused, discarded), the edits that build on it start from what
 * `removed` started from, or from what was sent since, so that a value that never reached the service is nobody's base.
 *
 * @param changes of the same file; those that are over as well, where `removed` may have been let go late
 */
export const rebaseAfterRemoval = (changes: readonly FieldChange[], removed: FieldChange): readonly Rebase[] =>
  isOnTheWay(removed)
    ? startingFrom(changes, removed).map((change) => ({ change, base: baseBetween(changes, removed, change) }))
    : [];

/** An edit that was held and let go late lies under values that were sent while it was away. */
function baseBetween(changes: readonly FieldChange[], below: FieldChange, above: FieldChange): FieldValue {
  const since = changes
    .filter(
      ({ field, seq, status }) => field === below.field && seq > below.seq && seq < above.seq && status === 'settled',
    )
    .toSorted((a, b) => a.seq - b.seq)
    .at(-1);
  return since === undefined ? below.base : valueLeftBy(since);
}

/** What a settled edit left on the service, in the spelling the service chose. */
export const valueLeftBy = (settled: FieldChange): FieldValue =>
  settled.settlement === 'savedAs' ? settled.server : settled.mine;

/** The reverse: a released or restored edit is what the next ones build on again. */
export const rebaseRequeued = (changes: readonly FieldChange[], returned: FieldChange): readonly Rebase[] =>
  justAbove(changes, returned)
    .filter((one) => one.base === returned.base)
    .map((change) => ({ change, base: returned.mine }));

/** When the service saved `settled` in another spelling, the next edits build on that spelling. */
export const rebaseAfterSavedAs = (
  changes: readonly FieldChange[],
  settled: FieldChange,
  savedAs: FieldValue,
): readonly Rebase[] => startingFrom(changes, settled).map((change) => ({ change, base: savedAs }));

/** Sent sooner or later, unless somebody decides otherwise: what is typed on top starts from its value. */
export const isOnTheWay = ({ status }: FieldChange): boolean => status === 'queued' || status === 'conflicted';

/** The edits just above `below`: those set aside, and the next on its way. */
export function justAbove(changes: readonly FieldChange[], below: FieldChange): readonly FieldChange[] {
  return through(isOnTheWay, openAbove(changes, below));
}

/** The edits that start from the value of `below`, up to one that brings the same value again. */
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
 * What an edit starts from when it comes back: while it was away, edits below it may have been set aside or given up, and
 * then their values are on no way to the service either; others may have come back before it, or been saved in another
 * spelling.
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
