import { expect, test } from 'vitest';
import { decisionHandlers } from '../../../electron/ipc/changes/decision-handlers.ts';
import type { EditId } from '../../../src/domain/core/ids.ts';
import type { InMemorySync } from '../in-memory-sync.ts';
import { inMemorySync } from '../push/overtaken.ts';

const ask = (one: InMemorySync, verb: 'changes.discard' | 'changes.restore', editId: EditId) =>
  decisionHandlers(one.slices)[verb]({ connectionId: one.world.connection.id, target: { editId } });

/** A rename that was discarded, and a newer one that waits. */
async function discardedBelowNewer() {
  const one = await inMemorySync();
  const older = one.changeFile(1, { name: 'older' }, 'Rename it');
  await ask(one, 'changes.discard', older);
  one.changeFile(1, { name: 'newer' }, 'Rename it again');
  return { one, older };
}

test('a discarded edit that is put back is shown, and sent, over a newer one that waits', async () => {
  const { one, older } = await discardedBelowNewer();
  await ask(one, 'changes.restore', older);
  expect(one.world.shown(1)?.name).toBe('older');
  await one.world.push();
  expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['older', []]);
});

test('putting a discarded edit back is a step of undo', async () => {
  const { one, older } = await discardedBelowNewer();
  await ask(one, 'changes.restore', older);
  expect(one.state[0]).toMatch(/^Undo: Discard: /);
  await one.undoOnce();
  expect(one.world.shown(1)?.name).toBe('newer');
  await one.redoOnce();
  expect(one.world.shown(1)?.name).toBe('older');
});

test('an edit of another account that is put back waits for that account, also below a newer edit', async () => {
  const { one, older } = await discardedBelowNewer();
  one.world.connection = { ...one.world.connection, account: 'another' };
  await ask(one, 'changes.restore', older);
  expect(one.world.outbox.edit(older)).toMatchObject({
    changes: [{ status: 'queued' }],
    accountRef: { account: 'account-a' },
  });
  expect(one.world.open(1)).toHaveLength(2);
});
