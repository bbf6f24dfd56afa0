import { expect, test } from 'vitest';
import { fileHandlers } from '../../electron/ipc/files/file-handlers.ts';
import { fakeId } from '../support/fake-service.ts';
import { inMemorySync } from '../sync/push/overtaken.ts';

test('an edit that cannot be shown is sent all the same', async () => {
  const one = await inMemorySync();
  const { connection, tables } = one.world;
  const told: unknown[] = [];
  const full = new Error('the mirror is full');
  tables.files.projectAll = () => {
    throw full;
  };
  const running = () => ({ send: (event: unknown) => told.push(event) }) as never;
  const connections = Object.assign(one.slices.connections, { running });
  const handlers = fileHandlers({ ...one.slices, connections, report: (error) => told.push(error) });
  const changes = [{ field: 'name' as const, base: 'file 1', mine: 'mine' }];
  const key = { network: 'public' as const, id: fakeId(1) };
  const reply = handlers['files.edit']({ connectionId: connection.id, key, changes });
  expect(reply.ok).toBe(true);
  await one.world.queue.shown();
  expect(told).toEqual([{ kind: 'editQueued' }, full]);
});
