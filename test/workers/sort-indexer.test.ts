import { problemOf } from '../../src/domain/service/sync-state.ts';
import { expect, test } from 'vitest';
import { deferredIndexes } from '../../electron/database/mirror/deferred-indexes.ts';
import { sortIndexerClient } from '../../electron/workers/writer/clients.ts';
import { aProfile, makeSortIndexes } from '../support/database.ts';
import { fakeFile } from '../support/fake-service.ts';
import { SyncWorld } from '../support/sync-world.ts';
import { failing, answered } from '../sync/push/failures.ts';

test('a first copy goes without the indexes for sorting, which are made once it is complete', async () => {
  const world = new SyncWorld();
  const { areMissing } = deferredIndexes(world.mirrorDb);
  world.fake.put(fakeFile(1));
  world.fake.next('listKeys', failing(answered(503)));
  world.sync.send({ kind: 'started', mode: 'running' });
  await world.clock.settle();
  expect([problemOf(world.sync.state) === null, areMissing()]).toEqual([false, true]);
  world.sync.send({ kind: 'checkAsked' });
  await world.clock.settle();
  expect([problemOf(world.sync.state), areMissing()]).toEqual([null, false]);
});

test('a copy that is wiped goes without them again', async () => {
  const world = new SyncWorld();
  world.fake.put(fakeFile(1));
  await world.copy();
  makeSortIndexes(world.mirrorDb);
  world.tables.files.wipe(world.connection.id);
  expect(world.tables.sortIndexes.areMissing()).toBe(true);
});

test('an edit made while they are made is sent before the next of them', async () => {
  const story: string[] = [];
  const world = new SyncWorld({
    tables: (tables) => ({
      ...tables,
      sortIndexes: {
        areMissing: () => story.filter((line) => line === 'index').length < 3,
        makeNext: async () => {
          story.push('index');
          if (story.length === 1) {
            world.edit(1, { name: 'edited meanwhile' });
            world.sync.send({ kind: 'editQueued' });
          }
          return await Promise.resolve(true);
        },
      },
    }),
  });
  world.fake.put(fakeFile(1));
  const { updateFile } = world.fake;
  world.fake.updateFile = async (...given) => {
    story.push('update');
    return await updateFile.apply(world.fake, given);
  };
  world.sync.send({ kind: 'started', mode: 'running' });
  await world.clock.settle();
  expect(story).toEqual(['index', 'update', 'index', 'index']);
  expect(problemOf(world.sync.state)).toBeNull();
});

test('the end of a connection waits for the one that is being made, and for no other', async () => {
  let made = 0;
  const closing: Promise<void>[] = [];
  const world = new SyncWorld({
    tables: (tables) => ({
      ...tables,
      sortIndexes: {
        areMissing: () => made < 6,
        makeNext: async () => {
          made += 1;
          if (made === 2) closing.push(world.sync.close());
          return await Promise.resolve(true);
        },
      },
    }),
  });
  world.sync.send({ kind: 'started', mode: 'running' });
  await world.clock.settle();
  await Promise.all(closing);
  expect(made).toBe(2);
});

test('one that cannot be made is told, and is no failure of the exchange', async () => {
  const profile = aProfile();
  const told: unknown[] = [];
  const indexes = sortIndexerClient(profile, (error) => told.push(error));
  expect(indexes.areMissing()).toBe(true);
  while (indexes.areMissing()) expect(await indexes.makeNext()).toBe(true);
  profile.mirror.exec('DROP INDEX files_by_size; ALTER TABLE files RENAME TO gone');
  expect([await indexes.makeNext(), told.length]).toEqual([false, 1]);

  let tries = 0;
  const world = new SyncWorld({
    tables: (tables) => ({
      ...tables,
      sortIndexes: { areMissing: () => true, makeNext: async () => await Promise.resolve((tries += 1) < 0) },
    }),
  });
  world.sync.send({ kind: 'started', mode: 'running' });
  await world.clock.settle();
  expect([tries, problemOf(world.sync.state)]).toEqual([1, null]);
});
