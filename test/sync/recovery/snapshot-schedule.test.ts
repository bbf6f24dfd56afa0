import { expect, onTestFinished, test } from 'vitest';
import { SnapshotSchedule } from '../../../electron/sync/recovery/snapshot-schedule.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function aSchedule(madeAtMs: number[] = []) {
  const clock = new ManualClock();
  const bugs: unknown[] = [];
  const answers: (() => Promise<string | null>)[] = [];
  /** Thrown one after the other where the snapshots are looked up. */
  const unreadable: Error[] = [];
  let copies = 0;
  let discards = 0;
  const schedule = new SnapshotSchedule({
    snapshots: {
      madeAtMs: () => {
        const [error] = unreadable.splice(0, 1);
        if (error !== undefined) throw error;
        return madeAtMs;
      },
      keep: (nowMs) => void madeAtMs.push(nowMs),
      discard: () => void (discards += 1),
    },
    copy: () => {
      copies += 1;
      return (answers.shift() ?? (() => Promise.resolve(null)))();
    },
    clock,
    report: (error) => void bugs.push(error),
  });
  onTestFinished(() => schedule.close());
  return { clock, bugs, answers, madeAtMs, unreadable, schedule, copies: () => copies, discards: () => discards };
}

test('a start is left alone for a minute, then there is a snapshot, and another one after four hours', async () => {
  const world = aSchedule();
  world.schedule.start();
  await world.clock.advance(MINUTE_MS - 1);
  expect(world.copies()).toBe(0);
  await world.clock.advance(1);
  expect(world.madeAtMs).toHaveLength(1);
  await world.clock.advance(4 * HOUR_MS - 1);
  expect(world.madeAtMs).toHaveLength(1);
  await world.clock.advance(1);
  expect(world.madeAtMs).toHaveLength(2);
});

test('a start soon after a snapshot makes none', async () => {
  const world = aSchedule();
  world.madeAtMs.push(world.clock.nowMs() - HOUR_MS);
  world.schedule.start();
  await world.clock.advance(3 * HOUR_MS - 1);
  expect(world.copies()).toBe(0);
  await world.clock.advance(1);
  expect(world.copies()).toBe(1);
});

test('a copy that is not whole is no snapshot, is removed, and is tried again after a rest', async () => {
  const world = aSchedule();
  world.answers.push(() => Promise.resolve('database disk image is malformed'));
  world.schedule.start();
  await world.clock.advance(MINUTE_MS);
  expect([world.madeAtMs.length, world.discards()]).toEqual([0, 2]);
  await world.clock.advance(15 * MINUTE_MS - 1);
  expect(world.copies()).toBe(1);
  await world.clock.advance(1);
  expect(world.madeAtMs).toHaveLength(1);
});

test('a thread that breaks is reported, and is tried again', async () => {
  const world = aSchedule();
  world.answers.push(() => Promise.reject(new Error('the thread ended')));
  world.schedule.start();
  await world.clock.advance(MINUTE_MS);
  expect(world.bugs).toHaveLength(1);
  await world.clock.advance(15 * MINUTE_MS - 1);
  expect(world.copies()).toBe(1);
  await world.clock.advance(1);
  expect(world.madeAtMs).toHaveLength(1);
});

test('a folder that cannot be read is reported, stops no start, and is read again after a rest', async () => {
  const world = aSchedule();
  world.unreadable.push(new Error('EMFILE'), new Error('EMFILE'));
  world.schedule.start();
  expect(world.bugs).toHaveLength(1);
  await world.clock.advance(MINUTE_MS);
  expect([world.copies(), world.bugs.length]).toEqual([1, 2]);
  await world.clock.advance(4 * HOUR_MS);
  expect([world.copies(), world.bugs.length]).toEqual([2, 2]);
});

test('a copy that was begun before an erasure becomes no snapshot', async () => {
  const world = aSchedule();
  world.answers.push(() => {
    world.schedule.erased();
    return Promise.resolve(null);
  });
  world.schedule.start();
  await world.clock.advance(MINUTE_MS);
  expect([world.madeAtMs.length, world.discards()]).toEqual([0, 2]);
});

test('closing waits for the copy under way, and nothing is scheduled after it', async () => {
  const world = aSchedule();
  let finish: (copied: null) => void = () => undefined;
  world.answers.push(() => new Promise((resolve) => (finish = resolve)));
  world.schedule.start();
  await world.clock.advance(MINUTE_MS);
  let isClosed = false;
  const closing = world.schedule.close().then(() => (isClosed = true));
  await world.clock.settle();
  expect(isClosed).toBe(false);
  finish(null);
  await closing;
  expect([world.madeAtMs.length, world.clock.wakes]).toEqual([1, 0]);
});

test('a program that ends before its first snapshot makes none', async () => {
  const world = aSchedule();
  world.schedule.start();
  await world.schedule.close();
  expect(world.clock.wakes).toBe(0);
});
