import { isSameAccount } from '../../../src/domain/connections/connection.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';
import { isOf } from '../../../src/domain/edits/change-update.ts';
import type { FieldChange, FileEdit } from '../../../src/domain/edits/edit.ts';
import { onSeenBases } from '../../../src/domain/edits/three-way-merge.ts';
import type { OutboxTable } from '../../database/outbox/outbox.ts';
import type { SyncPorts } from '../ports.ts';

/** All changes of a file's open edits, of any account, in the order of the queue. */
export const unfinishedChanges = (outbox: OutboxTable, of: FileRef): readonly FieldChange[] =>
  outbox.openEdits(of).flatMap((edit) => edit.changes);

/** With settled and discarded changes: the base of one that comes back may be a value discarded or sent meanwhile. */
export const keptChanges = (outbox: OutboxTable, of: FileRef): readonly FieldChange[] =>
  outbox.keptEdits(of).flatMap((edit) => edit.changes);

/** The same on the bases that the person saw: what leaves the queue hands its base on to the change above it. */
export const keptOnSeenBases = (outbox: OutboxTable, of: FileRef): readonly FieldChange[] =>
  onSeenBases(keptChanges(outbox, of), outbox.attemptsSince(of, 0));

/** A file's open edits that were made for the account the connection has now; those of another account are parked. */
export function editsForAccount(
  { outbox, accountRef }: Pick<SyncPorts, 'outbox' | 'accountRef'>,
  of: FileRef,
): { readonly edits: readonly FileEdit[]; readonly changes: readonly FieldChange[] } {
  const edits = outbox.openEdits(of).filter((edit) => isSameAccount(edit.accountRef, accountRef()));
  return { edits, changes: edits.flatMap((edit) => edit.changes) };
}

/**
 * An edit that was sent, and whose conflict has been given up since.
 *
 * @param before the file's changes as they were
 */
export function givenUpSince(outbox: OutboxTable, of: FileRef, before: readonly FieldChange[]): FileEdit | null {
  const asked = before.filter(({ status }) => status === 'conflicted');
  const isGivenUp = (one: FieldChange): boolean =>
    one.status === 'discarded' && asked.some((other) => isOf(one, other));
  const edits = asked.length === 0 ? [] : outbox.keptEdits(of);
  const wasSent = ({ id, changes }: FileEdit): boolean => {
    const givenUp = changes.filter(isGivenUp);
    const writes = givenUp.length === 0 ? [] : outbox.attemptsOfEdit(id).flatMap((attempt) => attempt.writes);
    const written = new Set(writes.map(({ field }) => field));
    return givenUp.some(({ field }) => written.has(field));
  };
  return edits.find(wasSent) ?? null;
}
