import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';
import type { OutboxTable } from '../../database/outbox/outbox.ts';

export const unfinishedChanges = (outbox: OutboxTable, of: FileRef): readonly FieldChange[] =>
  outbox.openEdits(of).flatMap((edit) => edit.changes);

/** All that are kept: one that comes back, or goes late, may stand on values that were given up, or sent, meanwhile. */
export const keptChanges = (outbox: OutboxTable, of: FileRef): readonly FieldChange[] =>
  outbox.keptEdits(of).flatMap((edit) => edit.changes);
