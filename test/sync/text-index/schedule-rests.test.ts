import { expect, test } from 'vitest';
import { aChange, fileOf } from '../../support/builders.ts';
import { aWorld, SECOND } from './indexing-world.ts';

test('a few rows that change just before their time are taken a second later, though nothing else wakes it', async () => {
  const world = aWorld(3);
  world.indexing.wake();
  await world.clock.advance(30.5 * SECOND);
  world.table.replay(fileOf('f1'), [aChange({ mine: 'new' })]);
  world.indexing.wake();
  await world.clock.advance(SECOND);
  expect([world.asked.length, world.progress.isBehind()]).toEqual([1, true]);
  await world.clock.advance(1);
  expect([world.asked.length, world.progress.isBehind()]).toEqual([2, false]);
});

test('rows that were deleted are forgotten at once, however few they are', async () => {
  const world = aWorld(3);
  world.indexing.wake();
  await world.clock.advance(SECOND);
  world.table.replay(fileOf('f1'), [aChange({ mine: 'new' })]);
  world.indexing.wake();
  world.indexing.indexNow();
  expect(world.clock.wakes).toBe(1);
  await world.clock.advance(0);
  expect([world.asked.length, world.progress.isBehind()]).toEqual([2, false]);
});

test('when nothing changed there is no alarm left after a second', async () => {
  const world = aWorld(3);
  world.indexing.wake();
  world.indexing.wake();
  expect(world.clock.wakes).toBe(1);
  await world.clock.advance(SECOND);
  world.indexing.wake();
  await world.clock.advance(SECOND);
  expect([world.asked.length, world.clock.nextWakeMs]).toEqual([1, null]);
});

test('never are two slices under way, however long one takes', async () => {
  const world = aWorld(3);
  world.hold();
  world.indexing.wake();
  await world.clock.advance(SECOND);
  world.put('another');
  world.indexing.wake();
  await world.clock.advance(60 * SECOND);
  expect(world.asked).toHaveLength(1);
  world.release();
  await world.clock.advance(SECOND);
  expect([world.indexed(), world.progress.isBehind()]).toEqual([4, false]);
});

test('after closing nothing is scheduled any more', async () => {
  const waiting = aWorld(3);
  waiting.indexing.wake();
  await waiting.indexing.close();
  expect(waiting.clock.wakes).toBe(0);
  waiting.indexing.wake();
  waiting.indexing.indexNow();
  expect(waiting.clock.wakes).toBe(0);
  const working = aWorld(3);
  working.hold();
  working.indexing.wake();
  await working.clock.advance(SECOND);
  working.indexing.wake();
  const closing = working.indexing.close();
  working.release();
  await closing;
  expect([working.asked.length, working.clock.wakes]).toEqual([1, 0]);
});
