import type { Field } from '../files/field.ts';
import type { ChangeUpdate } from './change-update.ts';
import { type FieldChange, isOpen } from './edit.ts';
import { dequeue } from './requeue.ts';

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
