import type { NewChangeSet, NewEdit } from '../../electron/database/outbox/outbox.ts';
import type { FileEdit } from '../../src/domain/edits/edit.ts';

export function newEdit(changeSet: NewChangeSet, { id, network, fileId, changes }: NewEdit, seq: number): FileEdit {
  const { id: changeSetId, connectionId, accountRef, createdAtMs } = changeSet;
  const own = changes.map((one) => ({ ...one, editId: id, seq, settlement: null }));
  return { id, seq, changeSetId, connectionId, accountRef, network, fileId, createdAtMs, changes: own, refusal: null };
}

/** @param edits all open ones of a file, of one account */
export function isSendable(edits: readonly FileEdit[]): boolean {
  const changes = edits.flatMap((edit) => edit.changes);
  if (changes.some(({ status }) => status === 'refused' || status === 'gone')) return false;
  const blocked = new Set(changes.filter(({ status }) => status === 'conflicted').map(({ field }) => field));
  return changes.some(({ status, field }) => status === 'queued' && !blocked.has(field));
}
