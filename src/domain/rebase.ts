import { isOpen, type Change } from './edit.ts';
import type { FieldValue } from './field.ts';

/** A change whose base has to become another value. */
export type Rebase = { readonly change: Change; readonly base: FieldValue };

/**
 * When `removed` will not reach the service (held, refused, discarded), the next edit of its field starts from what
 * `removed` started from, so that a value that never reached the service is nobody's base.
 *
 * @param changes of the same file
 * @returns null when no later edit builds on it
 */
export function rebaseAfterRemoval(changes: readonly Change[], removed: Change): Rebase | null {
  const next = nextOpen(changes, removed);
  return next !== null && next.base === removed.mine ? { change: next, base: removed.base } : null;
}

/** The reverse: a released or restored edit is what the next one builds on again. */
export function rebaseAfterReturn(changes: readonly Change[], returned: Change): Rebase | null {
  const next = nextOpen(changes, returned);
  return next !== null && next.base === returned.base ? { change: next, base: returned.mine } : null;
}

/** When the service saved `settled` in another spelling, the next edit builds on that spelling. */
export function rebaseAfterSavedAs(changes: readonly Change[], settled: Change, savedAs: FieldValue): Rebase | null {
  const next = nextOpen(changes, settled);
  return next !== null && next.base === settled.mine ? { change: next, base: savedAs } : null;
}

function nextOpen(changes: readonly Change[], after: Change): Change | null {
  return (
    changes
      .filter((one) => one.field === after.field && one.seq > after.seq && isOpen(one))
      .toSorted((a, b) => a.seq - b.seq)[0] ?? null
  );
}
