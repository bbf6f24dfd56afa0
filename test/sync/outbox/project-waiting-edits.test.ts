import { expect, test } from 'vitest';
import { projectWaiting } from '../../../electron/sync/ingest/apply-remote-record.ts';
import { fakeFile } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';

test('an edit that a crash kept from being shown is shown again at start', async () => {
  const world = new SyncWorld();
  world.fake.put(fakeFile(1));
  await world.pull();
  world.edit(1, { name: 'mine' });
  world.tables.files.replay(world.of(1), []);
  expect(world.shown(1)?.name).toBe('file 1');
  await projectWaiting(world.ports);
  expect(world.shown(1)?.name).toBe('mine');
});

test('an edit that a crash kept in sight after it was discarded is out of sight at start', async () => {
  const world = new SyncWorld();
  world.fake.put(fakeFile(1));
  await world.pull();
  const edit = world.edit(1, { name: 'mine' });
  world.outbox.update([{ editId: edit, field: 'name', status: 'discarded' }]);
  expect(world.shown(1)?.name).toBe('mine');
  await projectWaiting(world.ports);
  expect(world.shown(1)?.name).toBe('file 1');
});
