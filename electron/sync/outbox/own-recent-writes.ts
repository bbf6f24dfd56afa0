import type { FileRef } from '../../../src/domain/core/ids.ts';
import type { CoalescedChange } from '../../../src/domain/edits/coalesce.ts';
import { recentWrites, REPAIR_WINDOW_MS } from '../../../src/domain/edits/late-landings.ts';
import { NULL_AS_TEXT } from '../../../src/domain/edits/update-body.ts';
import { valuesBelowParked } from '../../../src/domain/edits/rebase.ts';
import { remoteFieldChanges } from '../../../src/domain/edits/remote-change.ts';
import type { Field, FieldValue } from '../../../src/domain/files/field.ts';
import type { OutboxTable, StoredAttempt } from '../../database/outbox/outbox.ts';
import type { ReceivedFile } from '../../remote/service.ts';
import { unfinishedOnSeenBases } from './edits-of-file.ts';
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
 * Own recent writes: values that a slow request of an older edit may have put on the service. The value of a newer edit
 * is left out: an older edit, held and released late, must not overwrite it unasked. The value below a parked edit counts as
 * one: nobody changed it where the person typed on top of the parked value.
 */
export function recentWritesIn(
  outbox: OutboxTable,
  of: FileRef,
  nowMs: number,
): (change: CoalescedChange) => ReadonlySet<FieldValue> {
  const recent = recentAttempts(outbox, of, nowMs);
  const waiting = unfinishedOnSeenBases(outbox, of);
  return (change) => {
    const { field, steps } = change;
    const lastSeq = steps.at(-1)?.seq ?? 0;
    const older = recent.filter((attempt) => isOlder(outbox, attempt, field, lastSeq));
    const traces = recent.some((attempt) => removes(attempt, change)) ? [NULL_AS_TEXT] : [];
    return new Set([...recentWrites(older, field), ...traces, ...valuesBelowParked(waiting, change)]);
  };
}

/** Whether a request removed the key for a step that is not settled: what some services keep of the key is then its doing. */
const removes = ({ editIds, writes }: StoredAttempt, { field, steps }: CoalescedChange): boolean =>
  steps.some(({ editId, mine }) => mine === null && editIds.includes(editId)) &&
  writes.some((write) => write.field === field && write.value === null);

/** Whether no newer edit of the field went out with a request; newer edits of other fields may have. */
const isOlder = (outbox: OutboxTable, { editIds }: StoredAttempt, field: Field, seq: number): boolean =>
  editIds.every((id) => {
    const edit = outbox.edit(id);
    return edit === null || edit.seq <= seq || edit.changes.every((change) => change.field !== field);
  });

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
