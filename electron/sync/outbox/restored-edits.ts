import { isSameAccount } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId, EditId, FileRef } from '../../../src/domain/core/ids.ts';
import {
  type FieldChange,
  type FileEdit,
  fileKeyOf,
  fileRefOf,
  isOpen,
  projectedRecord,
} from '../../../src/domain/edits/edit.ts';
import { baseAskedAnew, valueLeftIn } from '../../../src/domain/edits/rebase.ts';
import { type Field, fieldValue, type FieldValue } from '../../../src/domain/files/field.ts';
import type { FilesTable } from '../../database/mirror/mirror.ts';
import type { OutboxTable } from '../../database/outbox/outbox.ts';
import type { EditQueue } from './edit-queue.ts';
import type { ChangeSetDraft, RequestedEdit } from './enqueue-edits.ts';
import { keptChanges, unfinishedChanges } from './edits-of-file.ts';
import type { Renewed, UndoStep } from './undo-step.ts';

type RestorePorts = { readonly outbox: OutboxTable; readonly files: FilesTable; readonly queue: EditQueue };

/**
 * The values that a person sees in a file. While the mirror is copied again it may lack the file: the values that the
 * person's edits left stand for the service's then, and the push asks about any other value it finds.
 *
 * @returns null for a file that a whole mirror lacks: it is gone
 */
export function shownIn(
  { files, outbox }: Pick<RestorePorts, 'files' | 'outbox'>,
  of: FileRef,
): ((field: Field) => FieldValue) | null {
  const mirrored = files.get(of);
  if (mirrored !== null) {
    const shown = projectedRecord(mirrored.record, unfinishedChanges(outbox, of));
    return (field) => fieldValue(shown, field);
  }
  if (files.fullCheckAtMs(of.connectionId) !== null) return null;
  const kept = keptChanges(outbox, of);
  return (field) => valueLeftIn(kept, field);
}

/**
 * Puts the discarded edits of a step back, as they were: held ones as held. An edit that would come back below one that
 * waits since would be hidden by it, so it is asked for anew, on top.
 *
 * @returns the edits that are in the queue now, and which of them stand for others
 */
export function restoreEdits(
  ports: RestorePorts,
  changeSet: ChangeSetDraft,
  step: UndoStep,
  restored: readonly EditId[],
): { readonly inQueue: readonly EditId[]; readonly renewed: Renewed } {
  const { outbox, queue } = ports;
  const apart = new Set(step.apart.map(changeText));
  const comesBack = (one: FieldChange): boolean => one.status === 'discarded' && !apart.has(changeText(one));
  const below = new Set(step.below);
  // An edit of another account waits for that one: asked for anew, it would be sent to the present account.
  const isHidden = (edit: FileEdit | null): boolean =>
    edit !== null && isSameAccount(edit.accountRef, changeSet.accountRef) && isBelowNewer(outbox, edit, comesBack);
  const hidden = new Set(restored.filter((id) => !below.has(id) && isHidden(outbox.edit(id))));
  const back = restored.filter((id) => !hidden.has(id));
  queue.restore(back, (one) => apart.has(changeText(one)));
  const renewed = [...hidden].flatMap((before) => {
    const wanted = askedAnew(ports, changeSet.connectionId, outbox.edit(before), comesBack);
    const [now] = wanted === null ? [] : queue.enqueueInto(changeSet, [wanted]);
    return now === undefined ? [] : [{ before, now }];
  });
  const held = new Set(step.held);
  const holding = [
    ...back.filter((id) => held.has(id)),
    ...renewed.flatMap((one) => (held.has(one.before) ? one.now : [])),
  ];
  queue.hold(holding);
  return { inQueue: [...back, ...renewed.map(({ now }) => now)], renewed };
}

const changeText = ({ editId, field }: Pick<FieldChange, 'editId' | 'field'>): string => `${editId} ${field}`;

/** Whether a newer edit waits on top of one of the changes that `concerns` names. */
export function isBelowNewer(
  outbox: OutboxTable,
  edit: FileEdit | null,
  concerns: (one: FieldChange) => boolean,
): boolean {
  if (edit === null) return false;
  const fields = new Set(edit.changes.filter(concerns).map(({ field }) => field));
  return unfinishedChanges(outbox, fileRefOf(edit)).some(
    (one) => isOpen(one) && one.seq > edit.seq && fields.has(one.field),
  );
}

function askedAnew(
  ports: RestorePorts,
  connectionId: ConnectionId,
  edit: FileEdit | null,
  comesBack: (one: FieldChange) => boolean,
): RequestedEdit | null {
  const shown = edit === null ? null : shownIn(ports, { ...fileKeyOf(edit), connectionId });
  if (edit === null || shown === null) return null;
  const kept = keptChanges(ports.outbox, fileRefOf(edit));
  const changes = edit.changes
    .filter((one) => comesBack(one) && shown(one.field) !== one.mine)
    .map((one) => ({ field: one.field, base: baseAskedAnew(kept, one, shown(one.field)), mine: one.mine }));
  return changes.length === 0 ? null : { key: fileKeyOf(edit), changes };
}
