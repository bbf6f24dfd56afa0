import type { EditId } from '../../../src/domain/core/ids.ts';
import { fileRefOf } from '../../../src/domain/edits/edit.ts';
import { dequeue } from '../../../src/domain/edits/requeue.ts';
import type { OutboxTable } from '../outbox/outbox.ts';

/**
 * Holds every change of a restored queue that would be sent, and rebases what stands on it, as a hold by a person does. Some of
 * them may have been sent since and taken back by a person, here or elsewhere: the service then shows the base again, and looking
 * before writing cannot tell such an edit from one that never left.
 *
 * @param queued the edits with queued changes, in the order of the queue
 */
export function holdQueued(outbox: OutboxTable, queued: () => readonly EditId[]): void {
  // A change above one that is held may have waited for a decision, and be queued by its new base.
  for (let ids = queued(); ids.length > 0; ids = queued()) {
    for (const id of ids) hold(outbox, id);
  }
}

function hold(outbox: OutboxTable, id: EditId): void {
  const edit = outbox.edit(id);
  if (edit === null) return;
  const changes = outbox.keptEdits(fileRefOf(edit)).flatMap((one) => one.changes);
  const own = edit.changes.filter(({ status }) => status === 'queued');
  outbox.update(dequeue(changes, own, 'held'));
}
