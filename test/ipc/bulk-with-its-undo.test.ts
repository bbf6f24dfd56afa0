import { expect, test } from 'vitest';
import { bulkHandlers } from '../../electron/ipc/changes/bulk-handlers.ts';
import { inMemorySync } from '../sync/push/overtaken.ts';

test('a bulk edit whose step of undo cannot be stored is not saved either, and can be applied again', async () => {
  const one = await inMemorySync(2);
  const { id: connectionId } = one.world.connection;
  const keys = await one.files(2);
  const { planId } = await one.planned(keys, [{ kind: 'setKey', key: 'env', value: 'prod' }]);
  const apply = bulkHandlers(one.slices)['bulk.apply'];
  const waiting = (): number => one.world.outbox.filesWithOpenChanges(connectionId).length;
  one.outboxDb.exec(
    "CREATE TEMP TRIGGER full BEFORE INSERT ON undo_steps BEGIN SELECT RAISE(ABORT, 'the outbox is full'); END",
  );
  await expect(apply({ planId })).rejects.toThrow('the outbox is full');
  expect(waiting()).toBe(0);
  one.outboxDb.exec('DROP TRIGGER full');
  expect(await apply({ planId })).toMatchObject({ ok: true, value: { files: 2 } });
  await one.world.queue.shown();
  expect([waiting(), one.state]).toEqual([2, ['Set env = prod on 2 files', null]]);
  await one.undoOnce();
  expect(waiting()).toBe(0);
});

test('a bulk edit that was planned over the files of one account is not queued for another', async () => {
  const one = await inMemorySync(1);
  const { planId } = await one.planned(await one.files(1), [{ kind: 'setKey', key: 'env', value: 'prod' }]);
  const apply = bulkHandlers(one.slices)['bulk.apply'];
  const { connection } = one.world;
  one.world.connection = { ...connection, account: 'somebody else' };
  expect(await apply({ planId })).toEqual({ ok: false, failure: { kind: 'notFound' } });
  expect(one.world.open(1)).toEqual([]);
  one.world.connection = connection;
  expect(await apply({ planId })).toMatchObject({ ok: true, value: { files: 1 } });
  await one.world.queue.shown();
});
