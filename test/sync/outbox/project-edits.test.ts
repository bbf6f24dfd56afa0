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

test.each([
  ['is done', () => Promise.resolve()],
  ['has failed', () => Promise.reject(new Error('broken'))],
])('everything is shown once the slowest work is done, also when later work %s before', async (_how, later) => {
  const world = await worldOf(1);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const slow = world.queue.afterwards(() => promise);
  const ended = Promise.allSettled([world.queue.afterwards(later)]);
  let isShown = false;
  const shown = world.queue.shown().then(() => (isShown = true));
  await ended;
  await world.clock.settle();
  expect(isShown).toBe(false);
  resolve(undefined);
  await Promise.all([slow, shown]);
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
  world.tables.files.project(world.of(1), []);
  expect(world.shown(1)?.name).toBe('file 1');
  world.announced.length = 0;
  await projectWaiting(world.ports);
  expect([world.shown(1)?.name, world.announced]).toEqual(['mine', ['files.changed']]);
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
