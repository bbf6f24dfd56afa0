import { type AccountRef, isSameAccount } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId, EditId, FileKey } from '../../../src/domain/core/ids.ts';
import { fileKeyOf, isOpen, projectedRecord } from '../../../src/domain/edits/edit.ts';
import { type RefusedFile, remedied } from '../../../src/domain/edits/remedy.ts';
import { unfinishedChanges } from './edits-of-file.ts';
import type { FilePart, InversePorts } from './undo-inverse.ts';
import { nothingLeft, type UndoRun } from './undo-step.ts';

/** A refused edit of a file. */
export type RefusedEdit = RefusedFile & { readonly id: EditId; readonly key: FileKey };

/** @returns null where the edit is no longer refused, belongs to another account, or its file is not in the mirror */
export function refusedEdit(
  { outbox, files }: Pick<InversePorts, 'files' | 'outbox'>,
  accountRef: AccountRef,
  id: EditId,
): RefusedEdit | null {
  const edit = outbox.edit(id);
  if (edit === null || !isSameAccount(edit.accountRef, accountRef)) return null;
  if (!edit.changes.some(({ status }) => status === 'refused')) return null;
  const key = fileKeyOf(edit);
  const of = { ...key, connectionId: edit.connectionId };
  const mirrored = files.get(of)?.record;
  if (mirrored === undefined) return null;
  const others = unfinishedChanges(outbox, of).filter(({ editId }) => editId !== id);
  return { id, key, mirrored, shown: projectedRecord(mirrored, others), wanted: edit.changes.filter(isOpen) };
}

/**
 * Discards one part of a run's refused edits and asks for them again as its remedy says. Call inside `EditQueue.together`.
 * An edit stays as it is where its file cannot take the remedy any more.
 *
 * @returns the journal entry, which reverses the part
 */
export function remediedEdits(
  ports: InversePorts,
  connectionId: ConnectionId,
  run: UndoRun,
  parts: readonly FilePart[],
) {
  const ids = parts.flatMap(({ added }) => added);
  const by = run.remedy;
  const asked = ids
    .flatMap((id) => refusedEdit(ports, run.binding, id) ?? [])
    .map((edit) => ({ ...edit, changes: by === undefined ? [] : remedied(edit, by) }))
    .filter(({ changes }) => changes.length > 0);
  const discarded = asked.map(({ id }) => id);
  ports.queue.discard(discarded);
  const { set: id, binding: accountRef, title, startedAtMs: createdAtMs } = run;
  const wanted = asked.map(({ key, changes }) => ({ key, changes }));
  const added =
    wanted.length === 0 ? [] : ports.queue.enqueueInto({ id, connectionId, accountRef, title, createdAtMs }, wanted);
  // An undo holds them: sent with the inverse of what was asked for instead, they would get both refused.
  return { ...nothingLeft, added, discarded, held: discarded, done: ids, renewed: [] };
}
