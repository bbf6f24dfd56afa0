import type { CoalescedChange } from '../../../src/domain/edits/coalesce.ts';
import type { FieldValue } from '../../../src/domain/files/field.ts';
import { REPAIR_WINDOW_MS, recentWrites } from '../../../src/domain/edits/out-of-order-repair.ts';
import type { OutboxTable, StoredAttempt } from '../../database/outbox/outbox.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';

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
