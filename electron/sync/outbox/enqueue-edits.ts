import {
  type ConnectionId,
  editId,
  type EditId,
  type FileKey,
  fileKeyText,
  type FileRef,
} from '../../../src/domain/core/ids.ts';
import type { RequestedChange } from '../../../src/domain/edits/edit.ts';
import { newEdit } from '../../../src/domain/edits/new-edit.ts';
import { isOnTheWay } from '../../../src/domain/edits/rebase.ts';
import type { NewChangeSet, NewEdit, OutboxTable } from '../../database/outbox/outbox.ts';
import type { Random } from '../ports.ts';
import { SLICE_FILES } from '../yielding.ts';
import { keptChanges, unfinishedChanges } from './edits-of-file.ts';

type EnqueuePorts = { readonly outbox: OutboxTable; readonly random: Random };

/** A change set without its edits. */
export type ChangeSetDraft = Omit<NewChangeSet, 'edits'>;

/** The changes a person asks for in one file. */
export type RequestedEdit = { readonly key: FileKey; readonly changes: readonly RequestedChange[] };

/** Queues requested edits as part of a change set, in one transaction of the outbox. @returns the added edits */
export function enqueueEdits(
  ports: EnqueuePorts,
  changeSet: ChangeSetDraft,
  wanted: readonly RequestedEdit[],
): readonly EditId[] {
  const { outbox } = ports;
  const { connectionId } = changeSet;
  return outbox.atomically(() => {
    const mayHaveChanges = editedFiles(outbox, connectionId, wanted.length);
    const edits = wanted.flatMap(({ key, changes }) =>
      newEdits(ports, { ...key, connectionId }, mayHaveChanges(key), changes),
    );
    outbox.enqueue({ ...changeSet, edits });
    return edits.map(({ id }) => id);
  });
}

/** Whether a file may have open changes: one query for a large change set, most of whose files have none. */
function editedFiles(outbox: OutboxTable, connectionId: ConnectionId, files: number): (key: FileKey) => boolean {
  if (files <= SLICE_FILES) return () => true;
  const edited = new Set(outbox.filesWithOpenChanges(connectionId).map(fileKeyText));
  return (key) => edited.has(fileKeyText(key));
}

function newEdits(
  { outbox, random }: EnqueuePorts,
  of: FileRef,
  mayHaveChanges: boolean,
  wanted: readonly RequestedChange[],
): readonly NewEdit[] {
  const open = mayHaveChanges ? unfinishedChanges(outbox, of) : [];
  // A value sent since an edit was held lies below it, and below what the person types on top of it.
  const prepared = newEdit(open.every(isOnTheWay) ? open : keptChanges(outbox, of), wanted);
  outbox.update(prepared.updates);
  if (prepared.changes.length === 0) return [];
  return [{ id: editId.parse(random.uuid()), network: of.network, fileId: of.id, changes: prepared.changes }];
}
