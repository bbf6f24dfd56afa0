import { expect, test } from 'vitest';
import { aChange, connectionA, fileOf } from '../../support/builders.ts';
import { aWorld, SECOND } from './indexing-world.ts';

test('a start is left alone for a second, then every row is taken', async () => {
  const world = aWorld(4_500);
  world.indexing.wake();
  await world.clock.advance(SECOND - 1);
  expect(world.asked).toEqual([]);
  await world.clock.advance(1);
  expect([world.asked.length, world.indexed(), world.progress.isBehind()]).toEqual([3, 4_500, false]);
});

test('new rows that come during the rest are taken together', async () => {
  const world = aWorld(3);
  world.indexing.wake();
  await world.clock.advance(SECOND);
  for (const id of ['one', 'two', 'three']) {
    world.put(id);
    world.indexing.wake();
    await world.clock.advance(100);
  }
  expect(world.asked).toHaveLength(1);
  await world.clock.advance(SECOND);
  expect([world.asked.length, world.progress.isBehind()]).toEqual([2, false]);
});

test('a few changed rows wait for half a minute, many do not, and nothing is asked for when nothing came', async () => {
  const world = aWorld(1_500);
  world.indexing.wake();
  await world.clock.advance(SECOND);
  const edit = (files: number): void => {
    for (let file = 0; file < files; file++) world.table.project(fileOf(`f${file}`), [aChange({ mine: `${files}` })]);
    world.indexing.wake();
  };
  edit(2);
  await world.clock.advance(29 * SECOND);
  expect([world.asked.length, world.progress.isBehind()]).toEqual([1, true]);
  await world.clock.advance(SECOND);
  expect([world.asked.length, world.progress.isBehind()]).toEqual([2, false]);
  await world.clock.advance(SECOND);
  edit(1_000);
  await world.clock.advance(0);
  expect([world.asked.length, world.progress.isBehind()]).toEqual([3, false]);
  world.indexing.wake();
  await world.clock.advance(60 * SECOND);
  expect([world.asked.length, world.clock.nextWakeMs]).toEqual([3, null]);
});

test('a disk that cannot be written is tried again a minute later', async () => {
  const world = aWorld(3);
  world.breaks({ kind: 'disk', detail: 'full' });
  world.indexing.wake();
  await world.clock.advance(10 * SECOND);
  expect([world.asked.length, world.bugs]).toEqual([1, []]);
  world.breaks(null);
  await world.clock.advance(60 * SECOND);
  expect([world.indexed(), world.progress.isBehind()]).toEqual([3, false]);
});

test('a disk that cannot be written is tried again also when the copy changed while it was found out', async () => {
  const world = aWorld(3);
  world.breaks({ kind: 'disk', detail: 'full' });
  world.hold();
  world.indexing.wake();
  await world.clock.advance(SECOND);
  world.put('another');
  world.indexing.wake();
  world.release();
  await world.clock.settle();
  world.breaks(null);
  await world.clock.advance(59 * SECOND);
  expect(world.asked).toHaveLength(1);
  await world.clock.advance(SECOND);
  expect([world.indexed(), world.progress.isBehind()]).toEqual([4, false]);
});

test('a bug of the indexer is reported, and it is tried again a minute later', async () => {
  const world = aWorld(3);
  const bug = new Error('a bug');
  world.breaks(bug);
  world.indexing.wake();
  await world.clock.advance(10 * SECOND);
  expect(world.bugs).toEqual([bug]);
  world.breaks(null);
  await world.clock.advance(60 * SECOND);
  expect(world.indexed()).toBe(3);
});

test('a damaged index is given up until the next start, and nobody counts on it', async () => {
  const world = aWorld(3);
  world.indexing.wake();
  await world.clock.advance(SECOND);
  world.table.project(fileOf('f1'), [aChange({ mine: 'new' })]);
  world.breaks({ kind: 'damaged', detail: 'malformed' });
  world.indexing.wake();
  await world.clock.advance(60 * SECOND);
  expect(world.bugs).toEqual([expect.objectContaining({ message: 'The text index is damaged: malformed' })]);
  expect(world.progress.isBehind()).toBe(true);
  world.indexing.wake();
  await world.clock.advance(60 * SECOND);
  expect(world.asked).toHaveLength(2);
});

test('closing waits for the slice under way, and takes nothing of it', async () => {
  const world = aWorld(3);
  world.hold();
  world.indexing.wake();
  await world.clock.advance(SECOND);
  let isClosed = false;
  const closing = world.indexing.close().then(() => (isClosed = true));
  await world.clock.settle();
  expect([world.asked.length, isClosed]).toEqual([1, false]);
  world.release();
  await closing;
  expect(world.progress.isBehind()).toBe(true);
});

test('an index that was given up is emptied at once, though there is nothing to take', async () => {
  const world = aWorld(3);
  world.indexing.wake();
  await world.clock.advance(SECOND);
  world.table.wipe(connectionA);
  world.indexing.wake();
  await world.clock.advance(60 * SECOND);
  expect(world.asked).toHaveLength(1);
  world.indexing.indexNow();
  await world.clock.advance(0);
  expect(world.asked).toHaveLength(2);
  await world.clock.advance(60 * SECOND);
  expect([world.asked.length, world.clock.nextWakeMs]).toEqual([2, null]);
});

test('an index that is given up while a slice is under way is emptied after it', async () => {
  const world = aWorld(3);
  world.hold();
  world.indexing.wake();
  await world.clock.advance(SECOND);
  world.table.wipe(connectionA);
  world.indexing.indexNow();
  world.release();
  await world.clock.settle();
  expect(world.asked).toHaveLength(2);
});
