import { problemOf } from '../../src/domain/service/sync-state.ts';
import { expect, onTestFinished, test } from 'vitest';
import { deferredIndexes } from '../../electron/database/mirror/deferred-indexes.ts';
import { sortIndexerClient } from '../../electron/workers/writer/clients.ts';
import { aProfile } from '../support/database.ts';
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
  await world.tables.sortIndexes.make();
  world.tables.files.wipe(world.connection.id);
  expect(world.tables.sortIndexes.areMissing()).toBe(true);
});

test('they are made in a thread of their own, and a disk that is full does not stop the exchange', async () => {
  const profile = aProfile();
  const indexes = sortIndexerClient(profile);
  expect(indexes.areMissing()).toBe(true);
  await indexes.make();
  expect(indexes.areMissing()).toBe(false);

  const world = new SyncWorld({
    tables: (tables) => ({
      ...tables,
      sortIndexes: { areMissing: () => true, make: () => Promise.reject(new Error('database or disk is full')) },
    }),
  });
  onTestFinished(() => void world.bugs.splice(0));
  world.sync.send({ kind: 'started', mode: 'running' });
  await world.clock.settle();
  expect([world.bugs.length, problemOf(world.sync.state)]).toEqual([1, null]);
});
