import type { EditId, FileRef } from '../../../src/domain/core/ids.ts';
import type { CoalescedChange } from '../../../src/domain/edits/coalesce.ts';
import type { FileEdit } from '../../../src/domain/edits/edit.ts';
import { recentWrites, REPAIR_WINDOW_MS } from '../../../src/domain/edits/late-landings.ts';
import { isLeftOut } from '../../../src/domain/edits/mode-trial.ts';
import { valuesBelowParked } from '../../../src/domain/edits/rebase.ts';
import { onSeenBases } from '../../../src/domain/edits/three-way-merge.ts';
import { remoteFieldChanges } from '../../../src/domain/edits/remote-change.ts';
import type { FieldValue } from '../../../src/domain/files/field.ts';
import type { OutboxTable, StoredAttempt } from '../../database/outbox/outbox.ts';
import type { ReceivedFile } from '../../remote/service.ts';
import { unfinishedChanges } from './edits-of-file.ts';
import type { SyncPorts } from '../ports.ts';

/**
 * Our requests of the last hour, newest first. One from further ahead was sent by a clock that has been set back since:
 * when it went out nobody knows, so that a value it wrote counts as anybody's.
 */
export const recentAttempts = (outbox: Pick<OutboxTable, 'attemptsSince'>, of: FileRef, nowMs: number) =>
  outbox
    .attemptsSince(of, nowMs - REPAIR_WINDOW_MS)
    .filter(({ startedAtMs }) => startedAtMs <= nowMs + REPAIR_WINDOW_MS);

/**
 * The values of a change's field that count as ours: own recent writes, the value below a parked edit, which nobody
 * changed where the person typed on top of the parked value, and the absence that a trial of the metadata mode left.
 */
export function recentWritesIn(
  outbox: OutboxTable,
  of: FileRef,
  nowMs: number,
): (change: CoalescedChange) => ReadonlySet<FieldValue> {
  const recent = recentAttempts(outbox, of, nowMs);
  const sent = outbox.attemptsSince(of, 0);
  const waiting = onSeenBases(unfinishedChanges(outbox, of), sent);
  // Read once for all fields: what is asked of an edit is its place in the queue and its fields, which stay.
  const read = new Map<EditId, FileEdit | null>();
  const editOf = (id: EditId): FileEdit | null => {
    const edit = read.get(id) ?? outbox.edit(id);
    read.set(id, edit);
    return edit;
  };
  const leftBy = ({ steps }: CoalescedChange): readonly FieldValue[] =>
    steps.some((step) => isLeftOut(step, recent)) ? [null] : [];
  return (change) =>
    new Set([...recentWrites(recent, change, editOf), ...valuesBelowParked(waiting, change), ...leftBy(change)]);
}

/**
 * Keeps the old and the new value of every field that somebody else changed. Call before the mirror takes the record, in
 * the same transaction: a change of ten thousand fields is then one row of one commit.
 */
export function rememberRemoteChange(
  { files, outbox, clock }: Pick<SyncPorts, 'files' | 'outbox' | 'clock'>,
  of: FileRef,
  file: ReceivedFile,
): void {
  const mirrored = files.get(of);
  if (mirrored === null || mirrored.raw === file.raw) return;
  const nowMs = clock.nowMs();
  const recent = recentAttempts(outbox, of, nowMs);
  const fields = remoteFieldChanges(mirrored.record, file.record, recent);
  if (fields.length === 0) return;
  const isAfterUpdate = mirrored.requestSeq <= lastUpdateSeq(outbox, of, recent);
  files.noteRemoteChange(of, { atMs: nowMs, beforeAtMs: mirrored.seenAtMs, fields, isAfterUpdate });
}

/** The number of the latest update of ours, or of its answer; -1 for no update. A record with a higher one was seen later. */
function lastUpdateSeq(outbox: Pick<OutboxTable, 'settled'>, of: FileRef, recent: readonly StoredAttempt[]): number {
  return Math.max(recent[0]?.requestSeq ?? -1, outbox.settled(of)?.requestSeq ?? -1);
}
