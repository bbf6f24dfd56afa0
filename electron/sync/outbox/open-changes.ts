import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';
import type { OutboxTable } from '../../database/outbox/outbox.ts';

/** All changes of a file's open edits, of any account, in the order of the queue. */
export const unfinishedChanges = (outbox: OutboxTable, of: FileRef): readonly FieldChange[] =>
  outbox.openEdits(of).flatMap((edit) => edit.changes);

/** With settled and discarded changes: the base of one that comes back may be a value discarded or sent meanwhile. */
export const keptChanges = (outbox: OutboxTable, of: FileRef): readonly FieldChange[] =>
  outbox.keptEdits(of).flatMap((edit) => edit.changes);
