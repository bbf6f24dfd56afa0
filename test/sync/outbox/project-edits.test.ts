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
  world.clock.messagesWait = true;
  world.clock.onYield = () => void world.queue.close();
  await show();
  expect([world.shown(1)!.name, world.shown(250)!.name]).toEqual(['mine', 'file 250']);
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
  world.clock.messagesWait = true;
  world.clock.onYield = () => void (isStopped = true);
  await projectWaiting(world.ports, () => isStopped);
  expect([world.shown(1)!.name, world.shown(250)!.name]).toEqual(['mine', 'file 250']);
});

test('a long change set is shown to its end, with a turn for whoever waits after every few files', async () => {
  const world = await worldOf(250);
  const wanted = Array.from({ length: 250 }, (_, at) => rename(world, at + 1));
  const { show } = world.queue.enqueueMany(world.connection.id, account, 'many', wanted);
  world.clock.messagesWait = true;
  let turns = 0;
  world.clock.onYield = () => void (turns += 1);
  await show();
  expect(turns).toBe(50);
  expect(wanted.map((_, at) => world.shown(at + 1)!.name)).toEqual(wanted.map(() => 'mine'));
});

test('a change set whose copy was deleted meanwhile is shown nowhere, and its showing ends', async () => {
  const world = await worldOf(3);
  const wanted = [1, 2, 3].map((file) => rename(world, file));
  const { show } = world.queue.enqueueMany(world.connection.id, account, 'three', wanted);
  world.tables.files.wipe(world.connection.id);
  await show();
  expect(world.shown(1)).toBeNull();
});
