import { expect, test } from 'vitest';
import { projectWaiting } from '../../../electron/sync/outbox/project-edits.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';

async function worldOf(files: number): Promise<SyncWorld> {
  const world = new SyncWorld();
  world.fake.put(...Array.from({ length: files }, (_, at) => fakeFile(at + 1)));
  await world.copy();
  return world;
}

const rename = (world: SyncWorld, file: number) => ({
  key: { network: 'public' as const, id: fakeId(file) },
  changes: [{ field: 'name' as const, base: world.shown(file)!.name, mine: 'mine' }],
});
const account = { origin: 'https://service.example', account: 'account' };

test('what is kept is durable at once, and shown when asked for', async () => {
  const world = await worldOf(1);
  const { show } = world.queue.kept(() => world.queue.enqueue(world.connection.id, account, 'one', [rename(world, 1)]));
  expect([world.open(1).length, world.shown(1)!.name]).toEqual([1, 'file 1']);
  show();
  expect(world.shown(1)!.name).toBe('mine');
});

test('closing waits for what is being shown, and begins nothing new', async () => {
  const world = await worldOf(1);
  const done: string[] = [];
  const first = world.queue.afterwards(async () => {
    await Promise.resolve();
    done.push('first');
  });
  await world.clock.yieldToEventLoop();
  const closed = world.queue.close();
  await world.queue.afterwards(() => void done.push('second'));
  await closed;
  await first;
  expect(done).toEqual(['first']);
});

test('a long change set is shown no further once the app closes', async () => {
  const world = await worldOf(250);
  const wanted = Array.from({ length: 250 }, (_, at) => rename(world, at + 1));
  const { show } = world.queue.enqueueMany(world.connection.id, account, 'many', wanted);
  world.clock.onYield = () => void world.queue.close();
  await show();
  expect([world.shown(100)!.name, world.shown(250)!.name]).toEqual(['mine', 'file 250']);
});

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

test('waiting edits are projected no further once their connection is stopped', async () => {
  const world = await worldOf(250);
  const wanted = Array.from({ length: 250 }, (_, at) => rename(world, at + 1));
  world.queue.enqueueMany(world.connection.id, account, 'many', wanted);
  let isStopped = false;
  world.clock.onYield = () => void (isStopped = true);
  await projectWaiting(world.ports, () => isStopped);
  expect([world.shown(100)!.name, world.shown(250)!.name]).toEqual(['mine', 'file 250']);
});
