import type { EditId } from '../../../src/domain/core/ids.ts';
import { fileRefOf } from '../../../src/domain/edits/edit.ts';
import { isOnTheWay } from '../../../src/domain/edits/rebase.ts';
import { dequeue } from '../../../src/domain/edits/requeue.ts';
import { onSeenBases } from '../../../src/domain/edits/three-way-merge.ts';
import type { OutboxTable } from '../outbox/outbox.ts';

/**
 * Holds every change of a restored queue that would be sent, and rebases what stands on it, as a hold by a person does. Some of
 * them may have been sent since and taken back by a person, here or elsewhere: the service then shows the base again, and looking
 * before writing cannot tell such an edit from one that never left. A conflict would end by that, and is asked again once released.
 *
 * @param onTheWay the edits with queued or conflicted changes, in the order of the queue
 */
export function holdRestored(outbox: OutboxTable, onTheWay: readonly EditId[]): void {
  for (const id of onTheWay) {
    const edit = outbox.edit(id);
    if (edit === null) continue;
    const of = fileRefOf(edit);
    const kept = outbox.keptEdits(of).flatMap((one) => one.changes);
    const changes = onSeenBases(kept, outbox.attemptsSince(of, 0));
    outbox.update(dequeue(changes, edit.changes.filter(isOnTheWay), 'held'));
  }
}
