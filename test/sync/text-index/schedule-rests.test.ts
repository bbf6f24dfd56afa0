import { describe, expect, test } from 'vitest';
import { IndexingSchedule } from '../../../electron/sync/text-index/schedule-indexing.ts';
import { ok } from '../../../src/domain/core/result.ts';
import { aChange, fileOf } from '../../support/builders.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { aWorld, SECOND } from './indexing-world.ts';

test('a few rows that change just before their time are taken a second later, though nothing else wakes it', async () => {
  const world = aWorld(3);
  world.indexing.wake();
  await world.clock.advance(30.5 * SECOND);
  world.table.project(fileOf('f1'), [aChange({ mine: 'new' })]);
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
  world.table.project(fileOf('f1'), [aChange({ mine: 'new' })]);
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

describe('a clock that is set back by a day keeps no changes from the index for a day', () => {
  const DAY = 24 * 60 * 60 * SECOND;

  test('after a run', async () => {
    const world = aWorld(3);
    world.indexing.wake();
    await world.clock.advance(SECOND);
    world.clock.setBack(DAY);
    world.put('another');
    world.indexing.wake();
    await world.clock.advance(2 * SECOND);
    expect([world.asked.length, world.progress.isBehind()]).toEqual([2, false]);
  });

  test('while a few rest', async () => {
    const world = aWorld(3);
    world.indexing.wake();
    await world.clock.advance(SECOND);
    world.clock.setBack(DAY);
    world.table.project(fileOf('f1'), [aChange({ mine: 'new' })]);
    world.indexing.wake();
    await world.clock.advance(32 * SECOND);
    expect([world.asked.length, world.progress.isBehind()]).toEqual([2, false]);
  });
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

test('a start over an empty copy asks for nothing', async () => {
  const world = aWorld(0);
  world.indexing.wake();
  await world.clock.advance(60 * SECOND);
  expect(world.asked).toEqual([]);
});

test('an index that finds no row is not asked again and again, though some are said to be left', async () => {
  const clock = new ManualClock();
  let asked = 0;
  const indexing = new IndexingSchedule({
    progress: { isBehind: () => asked < 9, onlyChanged: () => null, record: () => undefined, reset: () => undefined },
    slice: () => {
      asked += 1;
      return Promise.resolve(ok(null));
    },
    clock,
    report: () => undefined,
  });
  indexing.wake();
  await clock.advance(SECOND);
  expect(asked).toBe(1);
});

test('of an index that was found to be damaged not even the indexed rows count', async () => {
  const world = aWorld(3);
  world.indexing.wake();
  await world.clock.advance(SECOND);
  world.table.project(fileOf('f1'), [aChange({ mine: 'new' })]);
  expect(world.progress.onlyChanged()).toBe(1);
  world.breaks({ kind: 'damaged', detail: 'malformed' });
  world.indexing.indexNow();
  await world.clock.advance(0);
  expect(world.progress.onlyChanged()).toBeNull();
});
