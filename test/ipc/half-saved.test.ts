import { expect, test } from 'vitest';
import { decisionHandlers, undoHandlers } from '../../electron/ipc/changes/decision-handlers.ts';
import { SLICE_FILES } from '../../electron/sync/yielding.ts';
import { fakeId } from '../support/fake-service.ts';
import { inMemorySync } from '../sync/push/overtaken.ts';

/** A change set of two slices, and handlers whose outbox takes no more after the first slice. */
async function halfSaved() {
  const files = SLICE_FILES + 1;
  const one = await inMemorySync(files);
  const keys = Array.from({ length: files }, (_, at) => ({ network: 'public' as const, id: fakeId(at + 1) }));
  const { id: connectionId } = one.world.connection;
  const plan = await one.planned(keys, [{ kind: 'setKey', key: 'env', value: 'prod' }]);
  const { id: changeSetId } = one.plans.apply(plan, one.accountRef)!;
  one.undo.queued(connectionId, 'Set env', changeSetId);
  const told: unknown[] = [];
  const running = () => ({ send: (event: unknown) => told.push(event) }) as never;
  const connections = Object.assign(one.slices.connections, { running });
  const context = { ...one.slices, connections, announce: (name: string) => void told.push(name) };
  one.world.clock.onYield = () => void one.outboxDb.pragma('query_only = ON');
  return { one, connectionId, changeSetId, told, context };
}

const woken = [{ kind: 'editQueued' }, 'files.changed', 'changes.changed', 'status.changed'];

test.each(['changes.hold', 'changes.discard', 'changes.takeBack'] as const)(
  '%s that the outbox takes in part fails, wakes the push and shows the part',
  async (channel) => {
    const { connectionId, changeSetId, told, context } = await halfSaved();
    const asked = decisionHandlers(context)[channel]({ connectionId, target: { changeSetId } });
    await expect(asked).rejects.toThrow('readonly');
    expect(told).toEqual(woken);
  },
);

test('an undo that the outbox takes in part fails, wakes the push and shows the part', async () => {
  const { connectionId, told, context } = await halfSaved();
  await expect(undoHandlers(context)['undo.undo']({ connectionId })).rejects.toThrow('readonly');
  expect(told).toEqual(woken);
});
