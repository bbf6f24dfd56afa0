import { problemOf } from '../../../src/domain/service/sync-state.ts';
import { expect, test } from 'vitest';
import { scanFromStart } from '../../../electron/sync/pull/pull-files.ts';
import { fakeFile } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing } from '../push/failures.ts';

const LARGE = 5_200;
const HOUR_MS = 60 * 60_000;

/** A library of more files than are all looked at every time, which has been copied. */
async function largeLibrary(): Promise<SyncWorld> {
  const world = new SyncWorld();
  for (let number = 1; number <= LARGE; number++) world.fake.put(fakeFile(number));
  expect(await world.pull()).toMatchObject({ ok: true });
  world.fake.calls.length = 0;
  return world;
}

const pages = (world: SyncWorld) =>
  world.fake.calls.filter(({ name }) => name === 'listFiles').map(({ input }) => [input[0], input[2]]);
const name = (world: SyncWorld, number: number) => world.tables.files.get(world.of(number))?.record.name ?? null;

test('a check of a large library asks for what is newest, until it meets what it knows', async () => {
  const world = await largeLibrary();
  await world.pull();
  expect(pages(world)).toEqual([
    ['public', 100],
    ['private', 100],
  ]);

  world.fake.calls.length = 0;
  for (let number = LARGE + 1; number <= LARGE + 150; number++) world.fake.put(fakeFile(number));
  world.fake.put(fakeFile(LARGE, { name: 'changed lately' }));
  world.fake.put(fakeFile(1, { name: 'changed long after' }));
  await world.pull();
  expect(pages(world)).toEqual([
    ['public', 100],
    ['public', 100],
    ['public', 100],
    ['private', 100],
  ]);
  expect(world.tables.files.count(world.connection.id)).toBe(LARGE + 150);
  expect([name(world, LARGE), name(world, 1)]).toEqual(['changed lately', 'file 1']);
});

test('a network that is left out is not asked for what is newest, and is scanned once when it is ticked again', async () => {
  const world = await largeLibrary();
  world.connection = { ...world.connection, copiedParts: ['public', 'keys'] };
  await world.pull();
  expect(pages(world)).toEqual([['public', 100]]);
  world.connection = { ...world.connection, copiedParts: ['private'] };
  world.fake.calls.length = 0;
  await world.pull();
  expect(pages(world)).toEqual([['private', 100]]);

  scanFromStart(world.ports, world.connection.id, ['public']);
  world.connection = { ...world.connection, copiedParts: ['public', 'private'] };
  world.fake.calls.length = 0;
  await world.pull();
  expect(pages(world)).toEqual(full);
  world.fake.calls.length = 0;
  await world.pull();
  expect(pages(world)).toEqual([
    ['public', 100],
    ['private', 100],
  ]);
});

const full = [...Array.from({ length: 6 }, () => ['public', 1_000]), ['private', 1_000]];

test('when a person asks, and once a day, every file is looked at', async () => {
  const world = await largeLibrary();
  world.fake.put(fakeFile(1, { name: 'changed' }));
  world.sync.send({ kind: 'started', mode: 'running' });
  await world.clock.settle();
  expect([pages(world).length, name(world, 1)]).toEqual([2, 'file 1']);

  world.fake.calls.length = 0;
  world.sync.send({ kind: 'checkAsked' });
  await world.clock.settle();
  expect([pages(world), name(world, 1)]).toEqual([full, 'changed']);

  world.fake.calls.length = 0;
  await world.clock.advance(23 * HOUR_MS);
  expect(pages(world).filter(([, limit]) => limit === 1_000)).toEqual([]);
  await world.clock.advance(2 * HOUR_MS);
  expect(pages(world).filter(([, limit]) => limit === 1_000)).toEqual(full);
});

test('a look at every file that was cut short is finished by the next check', async () => {
  const world = await largeLibrary();
  world.fake.onCall = ({ name: called, input }) => {
    if (called === 'listFiles' && input[1] === '3000') world.fake.next('listFiles', failing(answered(503)));
  };
  world.sync.send({ kind: 'started', mode: 'running' });
  world.sync.send({ kind: 'checkAsked' });
  await world.clock.settle();
  expect(problemOf(world.sync.state)).not.toBeNull();
  world.fake.onCall = () => undefined;
  world.fake.calls.length = 0;
  expect(await world.pull()).toMatchObject({ ok: true });
  expect(new Set(pages(world).map(([, limit]) => limit))).toEqual(new Set([1_000]));
});

test('a service that no longer lists files is out of order, and keeps its copy', async () => {
  const world = await largeLibrary();
  world.fake.hasListing = false;
  expect(await world.pull()).toMatchObject({ ok: false, failure: { status: 404 } });
  expect(world.connection.learnt.listing.kind).toBe('yes');
  expect(world.tables.files.count(world.connection.id)).toBe(LARGE);
  expect(name(world, 7)).toBe('file 7');
});
