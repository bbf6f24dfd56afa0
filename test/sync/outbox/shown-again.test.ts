import { describe, expect, test } from 'vitest';
import { fakeId } from '../../support/fake-service.ts';
import type { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing } from '../push/failures.ts';
import { worldOf } from '../push/world-of-files.ts';

const account = { origin: 'https://service.example', account: 'account' };
/** More text than the free pages of a small mirror take. */
const longName = (letter: string, length = 100_000): string => letter.repeat(length);

/** The mirror's file cannot grow, as on a full disk. */
function fill({ mirrorDb }: SyncWorld): void {
  mirrorDb.pragma(`max_page_count = ${String(mirrorDb.pragma('page_count', { simple: true }))}`);
}

const makeRoom = ({ mirrorDb }: SyncWorld): void => void mirrorDb.pragma('max_page_count = 1073741823');

/** An edit that was answered as saved while the mirror could not show it. */
async function unshown(files = 2): Promise<SyncWorld> {
  const world = await worldOf(files);
  fill(world);
  world.edit(1, { name: longName('a') });
  expect([world.open(1).length, world.shown(1)?.name, world.bugs.length]).toEqual([1, 'file 1', 1]);
  return world;
}

describe('an edit that a full disk kept from being shown', () => {
  test('is shown with the next edit that the mirror takes', async () => {
    const world = await unshown();
    makeRoom(world);
    world.edit(2, { name: 'mine' });
    expect([world.shown(1), world.marked(1), world.bugs.length]).toEqual([world.replayed(1), 'waiting', 1]);
  });

  test('waits on while the disk is full, and costs the next edit nothing', async () => {
    const world = await unshown();
    world.edit(2, { name: 'mine' });
    expect([world.shown(1)?.name, world.shown(2)?.name, world.bugs.length]).toEqual(['file 1', 'mine', 1]);
    makeRoom(world);
    world.edit(2, { name: 'other' });
    expect(world.shown(1)).toEqual(world.replayed(1));
  });

  test('is shown by the next pull, and pages hear of it', async () => {
    const world = await unshown();
    makeRoom(world);
    world.announced.length = 0;
    await world.pull();
    expect([world.shown(1), world.announced.includes('files.changed')]).toEqual([world.replayed(1), true]);
  });

  test('stops no pull while the disk is full', async () => {
    const world = await unshown();
    expect(await world.pull()).toMatchObject({ ok: true });
    makeRoom(world);
    await world.pull();
    expect(world.shown(1)).toEqual(world.replayed(1));
  });

  test('is shown as it stands by then', async () => {
    const world = await unshown();
    world.edit(1, { name: longName('b') });
    makeRoom(world);
    await world.pull();
    expect([world.shown(1), world.replayed(1)?.name]).toEqual([world.replayed(1), longName('b')]);
  });
});

test('what a refusal left is shown once there is room', async () => {
  const world = await worldOf(1);
  world.edit(1, { name: 'mine' });
  world.fake.next('updateFile', failing(answered(422)));
  const { files } = world.tables;
  const { project } = files;
  world.fake.onCall = ({ name }) => {
    if (name === 'updateFile')
      Object.assign(files, { project: () => void world.mirrorDb.exec('SELECT no_such_column') });
  };
  await expect(world.push()).rejects.toThrow('no such column');
  Object.assign(files, { project });
  expect([world.open(1)[0]?.status, world.marked(1)]).toEqual(['refused', 'waiting']);
  await world.pull();
  expect(world.marked(1)).toBe('refused');
});

test('a bulk edit of which a full disk kept a part from being shown is shown whole by the next pull', async () => {
  const world = await worldOf(250);
  const wanted = Array.from({ length: 250 }, (_, at) => ({
    key: { network: 'public' as const, id: fakeId(at + 1) },
    changes: [{ field: 'name' as const, base: `file ${at + 1}`, mine: longName('b', 5_000) }],
  }));
  const { show } = world.queue.enqueueMany(world.connection.id, account, 'many', wanted);
  let slices = 0;
  world.clock.onYield = () => {
    if (++slices === 1) fill(world);
  };
  await expect(show()).rejects.toThrow('full');
  expect([world.marked(1), world.marked(150), world.marked(250)]).toEqual(['waiting', 'onServer', 'onServer']);
  makeRoom(world);
  await world.pull();
  expect([world.marked(150), world.marked(250), world.shown(250)]).toEqual(['waiting', 'waiting', world.replayed(250)]);
});
