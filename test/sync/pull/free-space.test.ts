import { problemOf } from '../../../src/domain/service/sync-state.ts';
import { expect, test } from 'vitest';
import { filesTable } from '../../../electron/database/mirror/files-table.ts';
import { pullKeys } from '../../../electron/sync/pull/pull-keys.ts';
import { aMirror, aProfile } from '../../support/database.ts';
import { fakeFile } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { key, mirroredKeys, offsets } from './listed-keys.ts';

test('a copy stops while there is still room for edits, says so, and goes on when there is more', async () => {
  let freeBytes = 100_000_000;
  const world = new SyncWorld({
    tables: (tables) => ({ ...tables, files: { ...tables.files, freeBytes: () => freeBytes } }),
  });
  world.fake.put(fakeFile(1));
  world.sync.send({ kind: 'started', mode: 'running' });
  await world.clock.settle();
  expect(problemOf(world.sync.state)).toMatchObject({ reason: 'disk', detail: 'only 100 MB are free on the disk' });
  expect([world.bugs, world.tables.files.count(world.connection.id)]).toEqual([[], 0]);
  freeBytes = 1_000_000_000;
  world.sync.send({ kind: 'checkAsked' });
  await world.clock.settle();
  expect([problemOf(world.sync.state), world.tables.files.count(world.connection.id)]).toEqual([null, 1]);
});

test('an edit is sent at once while there is too little room for a copy', async () => {
  let freeBytes = 1_000_000_000;
  const world = new SyncWorld({
    tables: (tables) => ({ ...tables, files: { ...tables.files, freeBytes: () => freeBytes } }),
  });
  world.isWatched = false;
  world.fake.put(fakeFile(1));
  world.sync.send({ kind: 'started', mode: 'running' });
  await world.clock.settle();
  freeBytes = 100_000_000;
  await world.clock.advance(60 * 60_000);
  expect(problemOf(world.sync.state)).toMatchObject({ reason: 'disk', work: 'pull' });
  const edit = world.edit(1, { name: 'mine' });
  world.sync.send({ kind: 'editQueued' });
  await world.clock.settle();
  expect(world.statusOf(edit)).toBe('settled');
});

test.each([
  [256_000_000, 1],
  [255_999_999, 0],
])('with %d bytes free, a copy takes so many files: %d', async (freeBytes, files) => {
  const world = new SyncWorld({
    tables: (tables) => ({ ...tables, files: { ...tables.files, freeBytes: () => freeBytes } }),
  });
  world.fake.put(fakeFile(1));
  world.sync.send({ kind: 'started', mode: 'running' });
  await world.clock.settle();
  expect(world.tables.files.count(world.connection.id)).toBe(files);
});

test('the room on the disk is that of the profile, and a copy in memory knows none', () => {
  const onDisk = filesTable(aProfile().mirror).freeBytes();
  expect(onDisk).toBeGreaterThan(1_000_000);
  expect(aMirror().files.freeBytes()).toBeNull();
});

test('keys stop before the next page while there is still room for edits, and go on from there when there is more', async () => {
  let freeBytes = 256_000_000;
  const world = new SyncWorld({
    connection: { copiedParts: ['keys'] },
    tables: (tables) => ({ ...tables, files: { ...tables.files, freeBytes: () => freeBytes } }),
  });
  world.fake.keys = Array.from({ length: 35 }, (_, at) => key(at + 1));
  world.fake.onCall = ({ input: [offset] }) => void (freeBytes = offset === 10 ? 1_000_000 : freeBytes);
  world.sync.send({ kind: 'started', mode: 'running' });
  await world.clock.settle();
  expect(problemOf(world.sync.state)).toMatchObject({ reason: 'disk', detail: 'only 1 MB are free on the disk' });
  expect([world.bugs, mirroredKeys(world).length, world.keyChecks]).toEqual([[], 20, 1]);
  freeBytes = 1_000_000_000;
  world.fake.calls.length = 0;
  world.sync.send({ kind: 'checkAsked' });
  await world.clock.settle();
  expect([problemOf(world.sync.state), mirroredKeys(world).length]).toEqual([null, 35]);
  expect(offsets(world)[0]).toEqual([20, null]);
});

test('no key is asked for without room, and all are where nobody knows the room', async () => {
  for (const [freeBytes, keys] of [
    [255_999_999, 0],
    [256_000_000, 1],
    [null, 1],
  ] as const) {
    const world = new SyncWorld({
      tables: (tables) => ({ ...tables, files: { ...tables.files, freeBytes: () => freeBytes } }),
    });
    world.fake.keys = [key(1)];
    await pullKeys(world.ports, new AbortController().signal).catch((error: unknown) => error);
    expect([mirroredKeys(world).length, world.asked.length > 0]).toEqual([keys, keys > 0]);
  }
});
