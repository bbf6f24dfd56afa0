import type { FileRef } from '../../../src/domain/core/ids.ts';
import type { CoalescedChange } from '../../../src/domain/edits/coalesce.ts';
import { recentWrites, REPAIR_WINDOW_MS } from '../../../src/domain/edits/late-landings.ts';
import { type Field, fieldValue, type FieldValue, keyField } from '../../../src/domain/files/field.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import type { OutboxTable, StoredAttempt } from '../../database/outbox/outbox.ts';
import type { ReceivedFile } from '../../remote/service.ts';
import type { SyncPorts } from '../ports.ts';

/**
 * Own recent writes: values that a slow request of an older edit may have put on the service. The value of a newer edit
 * is left out: an older edit, held and released late, must not overwrite it unasked.
 */
export function recentWritesIn(
  outbox: OutboxTable,
  of: FileRef,
  nowMs: number,
): (change: CoalescedChange) => ReadonlySet<FieldValue> {
  const recent = outbox.attemptsSince(of, nowMs - REPAIR_WINDOW_MS);
  return ({ field, steps }) => {
    const lastSeq = steps.at(-1)?.seq ?? 0;
    return recentWrites(
      recent.filter((attempt) => isOlder(outbox, attempt, lastSeq)),
      field,
    );
  };
}

const isOlder = (outbox: OutboxTable, { editIds }: StoredAttempt, seq: number): boolean =>
  editIds.every((id) => (outbox.edit(id)?.seq ?? 0) <= seq);

/**
 * Keeps the old and the new value of every field that somebody else changed. Call before the mirror takes the record.
 * Our own writes are left out: our edits tell of them.
 */
export function rememberRemoteChange(
  { files, outbox, clock, remember }: SyncPorts,
  of: FileRef,
  file: ReceivedFile,
): void {
  const mirrored = files.get(of);
  if (mirrored === null || mirrored.raw === file.raw) return;
  const nowMs = clock.nowMs();
  const recent = outbox.attemptsSince(of, nowMs - REPAIR_WINDOW_MS);
  for (const field of fieldsOf(mirrored.record, file.record)) {
    const [before, value] = [fieldValue(mirrored.record, field), fieldValue(file.record, field)];
    const isOurs = recent.some(({ writes }) => writes.some((write) => write.field === field && write.value === value));
    if (before === value || isOurs) continue;
    const wasOurs = recentWrites(recent, field).has(before);
    if (!wasOurs) remember(of, { field, value: before, from: 'observed', editId: null }, mirrored.seenAtMs);
    remember(of, { field, value, from: 'observed', editId: null }, nowMs);
  }
}

const fieldsOf = (...records: readonly FileRecord[]): ReadonlySet<Field> =>
  new Set(['name', ...records.flatMap(({ keyvalues }) => keyvalues.map(([key]) => keyField(key)))]);
