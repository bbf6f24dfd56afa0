import { expect, test, vi } from 'vitest';
import { Announcer } from '../../electron/ipc/announcer.ts';
import { fakeFile } from '../support/fake-service.ts';
import { SyncWorld } from '../support/sync-world.ts';
import { failing, noAnswer, notSent } from '../sync/push/failures.ts';

vi.setConfig({ testTimeout: 120_000 });

const MINUTE = 60_000;
const FILES = 60;

/** A connection at rest with a copy of some files. */
async function started(): Promise<SyncWorld> {
  const world = new SyncWorld();
  for (let number = 1; number <= FILES; number++) world.fake.put(fakeFile(number));
  world.sync.send({ kind: 'started', mode: 'running' });
  await world.clock.settle();
  world.fake.calls.length = 0;
  return world;
}

function type(world: SyncWorld, file: number, name: string): void {
  world.edit(file, { name });
  world.sync.send({ kind: 'editQueued' });
}

/** The most requests of one minute, while `minutes` go by. */
async function busiestMinute(world: SyncWorld, minutes: number, each: (minute: number) => void): Promise<number> {
  let most = 0;
  for (let minute = 0; minute < minutes; minute++) {
    const before = world.fake.calls.length;
    each(minute);
    await world.clock.advance(MINUTE);
    most = Math.max(most, world.fake.calls.length - before);
  }
  return most;
}

test('an hour without the service takes few requests a minute, however much waits and however often it is edited', async () => {
  const world = await started();
  world.fake.faultOf = () => failing(notSent);
  for (let file = 1; file <= FILES; file++) type(world, file, `waits ${file}`);
  await world.clock.advance(2 * MINUTE);
  // Each edit is tried at once, as a person expects; nothing else is.
  expect(await busiestMinute(world, 58, (minute) => type(world, 1 + (minute % FILES), `again ${minute}`))).toBeLessThan(
    8,
  );
  world.isWatched = false;
  const before = world.fake.calls.length;
  // Chance spreads the tries, so that a minute may have several of them.
  expect(await busiestMinute(world, 30, () => undefined)).toBeLessThan(8);
  expect(world.fake.calls.length - before).toBeLessThan(30);
  expect(world.clock.wakes).toBe(1);
  world.fake.faultOf = () => null;
  await world.clock.advance(20 * MINUTE);
  for (let file = 1; file <= FILES; file++) expect(world.open(file)).toEqual([]);
  expect(world.served(FILES)?.name).toBe(`waits ${FILES}`);
  expect(world.bugs).toEqual([]);
});

test('an hour in which every request arrives and nothing is answered takes few requests for each edit', async () => {
  const world = await started();
  world.fake.faultOf = () => failing(noAnswer);
  for (let file = 1; file <= FILES; file++) type(world, file, `waits ${file}`);
  await world.clock.advance(2 * MINUTE);
  const edits = 10;
  const busiest = await busiestMinute(world, 58, (minute) => {
    for (let one = 0; one < edits; one++)
      world.clock.wakeAt(world.clock.nowMs() + one * 5_000, () =>
        type(world, 1 + ((minute + one) % FILES), `again ${minute}`),
      );
  });
  // A file, whose failure may be its own, and a request that concerns none.
  expect(busiest).toBeLessThan(3 * edits);
  world.fake.faultOf = () => null;
  await world.clock.advance(20 * MINUTE);
  for (let file = 1; file <= FILES; file++) expect(world.open(file)).toEqual([]);
  expect(world.bugs).toEqual([]);
});

test('the first minutes in which nothing is answered take few requests, though each file fails in a round of its own', async () => {
  const world = await started();
  world.fake.faultOf = () => failing(noAnswer);
  const edits = 20;
  const busiest = await busiestMinute(world, 2, (minute) => {
    for (let one = 0; one < edits; one++)
      world.clock.wakeAt(world.clock.nowMs() + one * 3_000, () =>
        type(world, 1 + ((minute * edits + one) % FILES), `at ${minute}`),
      );
  });
  expect(busiest).toBeLessThan(3 * edits);
});

test('a network that comes and goes for hours leaves one timer, and announcements that two windows can follow', async () => {
  const world = await started();
  const heard: [number, number] = [0, 0];
  const announcer = new Announcer(world.clock, () => {
    heard[0] += 1;
    heard[1] += 1;
  });
  let isDown = false;
  world.fake.faultOf = () => (isDown ? failing(notSent) : null);
  const wakes: number[] = [];
  for (let minute = 0; minute < 180; minute++) {
    isDown = minute % 3 === 1;
    world.sync.send({ kind: isDown ? 'networkDown' : 'networkUp' });
    type(world, 1 + (minute % FILES), `at ${minute}`);
    if (minute % 5 === 0) world.sync.send({ kind: 'checkAsked' });
    const from = world.announced.length;
    await world.clock.advance(MINUTE);
    for (let many = from; many < world.announced.length; many++) announcer.announce('files.changed');
    wakes.push(world.clock.wakes);
  }
  await world.clock.advance(10 * MINUTE);
  expect(Math.max(...wakes)).toBeLessThan(6);
  expect(heard[0]).toBe(heard[1]);
  expect(heard[0]).toBeLessThan(180 * 3);
  for (let file = 1; file <= FILES; file++) expect(world.open(file)).toEqual([]);
  expect(world.bugs).toEqual([]);
});
