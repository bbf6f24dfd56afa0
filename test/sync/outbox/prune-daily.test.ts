import { expect, test } from 'vitest';
import { KEPT_MS, prune } from '../../../electron/database/outbox/retention.ts';
import { pruneDaily } from '../../../electron/sync/outbox/prune-daily.ts';
import { aChangeSet, anEdit } from '../../support/builders.ts';
import { anOutbox } from '../../support/database.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const DAY_MS = 86_400_000;

/** A program that runs for months, with an edit. */
function inTheTray() {
  const { db, outbox } = anOutbox();
  const clock = new ManualClock();
  const closing = new AbortController();
  const bugs: unknown[] = [];
  let told = 0;
  let disk: Error | null = null;
  outbox.enqueue(aChangeSet(1));
  const start = (): void =>
    pruneDaily(
      {
        prune: (nowMs) => {
          if (disk !== null) throw disk;
          return prune(db, nowMs);
        },
        clock,
        pruned: () => void (told += 1),
        report: (error) => void bugs.push(error),
      },
      closing.signal,
    );
  return {
    ...{ clock, closing, bugs, start, told: () => told },
    settle: () => outbox.update([{ editId: anEdit(1).id, field: 'name', status: 'settled', settlement: 'applied' }]),
    isThere: () => outbox.edit(anEdit(1).id) !== null,
    refuse: (error: Error | null) => void (disk = error),
  };
}

type World = ReturnType<typeof inTheTray>;

async function days(world: World, count: number): Promise<void> {
  for (let day = 0; day < count; day++) await world.clock.advance(DAY_MS);
}

test('an edit that is over while the app runs goes thirty-one days after the day that saw it, and that is told once', async () => {
  const world = inTheTray();
  world.start();
  await days(world, 3);
  world.settle();
  await days(world, 1 + KEPT_MS / DAY_MS);
  expect([world.isThere(), world.told()]).toEqual([true, 0]);
  await days(world, 1);
  expect([world.isThere(), world.told()]).toEqual([false, 1]);
  await days(world, 10);
  expect(world.told()).toBe(1);
});

test('a disk that refuses is reported, and asked again the next day', async () => {
  const world = inTheTray();
  world.settle();
  const full = new Error('the disk is full');
  world.refuse(full);
  world.start();
  await days(world, 1);
  expect(world.bugs).toEqual([full, full]);
  world.refuse(null);
  await days(world, 2 + KEPT_MS / DAY_MS);
  expect([world.isThere(), world.bugs.length]).toEqual([false, 2]);
});

test('nothing is left to wake at the end of the program, nor begun after it', () => {
  const world = inTheTray();
  world.start();
  expect(world.clock.wakes).toBe(1);
  world.closing.abort();
  expect(world.clock.wakes).toBe(0);
  world.start();
  expect(world.clock.wakes).toBe(0);
});
