import { fieldValue, keyField, type Field } from '../../../src/domain/files/field.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import { REPAIR_WINDOW_MS, recentWrites } from '../../../src/domain/edits/out-of-order-repair.ts';
import type { ReceivedFile } from '../../remote/service.ts';
import type { SyncPorts } from '../ports.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';

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
