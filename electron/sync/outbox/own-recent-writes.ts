import type { CoalescedChange } from '../../../src/domain/edits/coalesce.ts';
import type { FieldValue } from '../../../src/domain/files/field.ts';
import { REPAIR_WINDOW_MS, recentWrites } from '../../../src/domain/edits/out-of-order-repair.ts';
import type { OutboxTable, StoredAttempt } from '../../database/outbox/outbox.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';

/**
 * Values of ours that a slow request may have put on the service: those of edits older than the chain. A newer edit's
 * value is nothing an older edit may overwrite unasked, even our own (an edit that was held and released late).
 */
export function recentWritesIn(
  outbox: OutboxTable,
  of: FileRef,
  nowMs: number,
): (chain: CoalescedChange) => ReadonlySet<FieldValue> {
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
