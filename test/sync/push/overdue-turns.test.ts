import { expect, test } from 'vitest';
import { OverdueTurns } from '../../../electron/sync/push/overdue-turns.ts';
import { fakeId, type FakeService } from '../../support/fake-service.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { worldOf } from './world-of-files.ts';

const file = (number: number) => ({ network: 'public' as const, id: fakeId(number) });

/** A turn that ends when told. */
function aTurn() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { turn: promise, end: () => resolve('ended'), fail: (error: Error) => reject(error) };
}

function overdueTurns() {
  const clock = new ManualClock();
  const ends: unknown[] = [];
  return { clock, ends, overdue: new OverdueTurns(clock, (error) => ends.push(error)) };
}

test('a turn that ends in time is waited for, and leaves nobody to be woken', async () => {
  const { clock, ends, overdue } = overdueTurns();
  const { turn, end } = aTurn();
  const waiting = overdue.waitFor(file(1), turn);
  await clock.advance(1_999);
  end();
  expect([await waiting, overdue.has(file(1)), clock.wakes, ends]).toEqual(['ended', false, 0, []]);
});

test('a turn that fails in time is the caller’s', async () => {
  const { clock, ends, overdue } = overdueTurns();
  const { turn, fail } = aTurn();
  const waiting = overdue.waitFor(file(1), turn);
  fail(new Error('broken'));
  await expect(waiting).rejects.toThrow('broken');
  expect([clock.wakes, ends]).toEqual([0, []]);
});

test('a turn is overdue after two seconds, and its file is kept back until it ends', async () => {
  const { clock, ends, overdue } = overdueTurns();
  const { turn, end } = aTurn();
  const waiting = overdue.waitFor(file(1), turn);
  await clock.advance(2_000);
  expect([await waiting, overdue.has(file(1)), overdue.has(file(2))]).toEqual([null, true, false]);
  let isOver = false;
  const over = overdue.ended().then(() => (isOver = true));
  await clock.settle();
  expect(isOver).toBe(false);
  end();
  await over;
  expect([overdue.has(file(1)), ends]).toEqual([false, [null]]);
});

test('what an overdue turn throws is told, and its file is free again', async () => {
  const { clock, ends, overdue } = overdueTurns();
  const { turn, fail } = aTurn();
  const waiting = overdue.waitFor(file(1), turn);
  await clock.advance(2_000);
  expect(await waiting).toBeNull();
  const broken = new Error('broken');
  fail(broken);
  await overdue.ended();
  expect([overdue.has(file(1)), ends]).toEqual([false, [broken]]);
});

test('twelve files at most are left behind: when the service is slow about more, they are waited for', async () => {
  const { clock, overdue } = overdueTurns();
  const twelve = Array.from({ length: 12 }, (_, number) => overdue.waitFor(file(number), aTurn().turn));
  await clock.advance(2_000);
  expect(await Promise.all(twelve)).toEqual(twelve.map(() => null));
  const { turn, end } = aTurn();
  const thirteenth = overdue.waitFor(file(13), turn);
  await clock.advance(60_000);
  expect(overdue.has(file(13))).toBe(false);
  end();
  expect(await thirteenth).toBe('ended');
});

/** The update of a file is answered when told. */
function slowUpdate(fake: FakeService, number: number): () => void {
  const { promise, resolve } = Promise.withResolvers<null>();
  const update = fake.updateFile.bind(fake);
  fake.updateFile = async (...input) => {
    if (input[1] === fakeId(number)) await promise;
    return await update(...input);
  };
  return () => resolve(null);
}

test('an update that is answered after its round is known to be taken by the copy', async () => {
  const world = await worldOf(2);
  for (const number of [1, 2]) world.edit(number, { name: 'mine' });
  const answer = slowUpdate(world.fake, 1);
  const pushing = world.push();
  await world.clock.advance(2_001);
  expect(await pushing).toMatchObject({ kind: 'drained' });
  expect([world.open(1).length, world.open(2)]).toEqual([1, []]);
  answer();
  await world.clock.settle();
  expect([world.open(1), world.shown(1)!.name, world.outbox.unmirrored()]).toEqual([[], 'mine', []]);
});
