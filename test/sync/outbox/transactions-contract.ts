import { expect, test } from 'vitest';
import type { OutboxTable } from '../../../electron/database/outbox/outbox.ts';
import { aChangeSet, anEdit, accountRefA, connectionA, fileOf } from '../../support/builders.ts';

const held = { editId: anEdit(1).id, field: 'name', status: 'held' } as const;

/** The outbox keeps a unit of work whole: all of it, or nothing. */
export function transactionsContract(make: () => OutboxTable): void {
  test('answers with what its work answers', () => {
    expect(make().atomically(() => 7)).toBe(7);
  });

  test('that fails leaves nothing behind', () => {
    const outbox = make();
    outbox.enqueue(aChangeSet(1));
    const failing = (): never =>
      outbox.atomically(() => {
        outbox.update([held]);
        outbox.enqueue(aChangeSet(2, { edits: [anEdit(2)] }));
        outbox.setRetryState(fileOf(), { notBeforeMs: 9, failures: 1 });
        outbox.settle(fileOf(), '{}', { requestSeq: 1, settledAtMs: 1 });
        outbox.scheduleCheck(fileOf(), accountRefA, 7);
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    expect(outbox.edit(anEdit(1).id)?.changes[0]?.status).toBe('queued');
    expect([outbox.edit(anEdit(2).id), outbox.settled(fileOf())]).toEqual([null, null]);
    expect([outbox.retryState(fileOf()).failures, outbox.nextCheckMs(connectionA, accountRefA)]).toEqual([0, null]);
  });

  test('inside another fails alone where the outer one goes on', () => {
    const outbox = make();
    outbox.enqueue(aChangeSet(1));
    outbox.atomically(() => {
      outbox.setRetryState(fileOf(), { notBeforeMs: 9, failures: 1 });
      const inner = (): never =>
        outbox.atomically(() => {
          outbox.update([held]);
          throw new Error('no');
        });
      expect(inner).toThrow('no');
    });
    expect(outbox.edit(anEdit(1).id)?.changes[0]?.status).toBe('queued');
    expect(outbox.retryState(fileOf()).failures).toBe(1);
  });
}
