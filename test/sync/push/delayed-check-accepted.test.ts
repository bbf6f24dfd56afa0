import { expect, test } from 'vitest';
import { VERIFY_AFTER_MS } from '../../../src/domain/edits/late-landings.ts';
import { fakeId } from '../../support/fake-service.ts';
import type { InMemorySync } from '../in-memory-sync.ts';
import { answered, applyingLate, failing, noAnswer } from './failures.ts';
import { at, check, inMemorySync } from './overtaken.ts';

/** A check some time after what was done last. */
async function looked(one: InMemorySync) {
  one.world.outbox.scheduleCheck(one.world.of(1), one.accountRef, one.world.clock.nowMs());
  await at(one, VERIFY_AFTER_MS);
  await check(one);
}

test('a value given up on is put right where it lands after two held edits, made before it and sent after it', async () => {
  const one = await inMemorySync();
  const { world } = one;
  const held = [one.changeFile(1, { name: 'draft' }), one.changeFile(1, { name: 'held', 'key:more': 'x' })];
  world.queue.hold(held);
  await at(one, 1_000);
  const late = one.changeFile(1, { name: 'late' });
  world.fake.next('updateFile', applyingLate(noAnswer));
  await world.push();
  world.queue.discard([late]);
  world.queue.release(held);
  await at(one, 61_000);
  await world.push();
  expect([world.served(1)!.name, world.open(1)]).toEqual(['held', []]);
  world.fake.applyLate();
  await looked(one);
  expect(world.open(1)).toEqual([{ field: 'name', base: 'late', mine: 'held', status: 'queued' }]);
});

test('a value is put right although the person had typed another one over it, and gave that up', async () => {
  const one = await inMemorySync();
  one.changeFile(1, { name: 'first' });
  one.world.fake.next('updateFile', applyingLate(noAnswer));
  await one.world.push();
  one.world.queue.discard([one.changeFile(1, { name: 'third' })]);
  one.changeFile(1, { name: 'second' });
  await at(one, 61_000);
  await one.world.push();
  one.world.fake.applyLate();
  await looked(one);
  expect(one.world.open(1)).toEqual([{ field: 'name', base: 'first', mine: 'second', status: 'queued' }]);
});

/** The service took `third` and then `first`, and had `second`, which was held meanwhile, from somebody else. */
async function firstBelowSecond() {
  const one = await inMemorySync();
  const { world } = one;
  one.changeFile(1, { name: 'third' });
  await world.push();
  one.changeFile(1, { name: 'first' });
  const second = one.changeFile(1, { name: 'second' });
  world.queue.hold([second]);
  await at(one, 1_000);
  await world.push();
  expect(world.served(1)!.name).toBe('first');
  world.fake.change('public', fakeId(1), { name: 'second' });
  return { one, world, release: () => world.queue.release([second]) };
}

test('a value that the service took once is somebody else’s when it comes back, whatever was refused since', async () => {
  const { one, world, release } = await firstBelowSecond();
  release();
  await world.push();
  const third = one.changeFile(1, { name: 'third', 'key:more': 'third' });
  world.fake.change('public', fakeId(1), { keyvalues: new Map([['more', 'third']]) });
  world.fake.next('updateFile', failing(answered(400)));
  await world.push();
  expect(world.ended(third)).toMatchObject([{ status: 'refused' }, { status: 'settled' }]);
  world.queue.discard([third]);
  world.fake.change('public', fakeId(1), { name: 'first' });
  await looked(one);
  expect(world.open(1)).toEqual([]);
});

test('a value that the service took once is somebody else’s when it comes back, whatever got no answer since', async () => {
  const { one, world, release } = await firstBelowSecond();
  release();
  const third = one.changeFile(1, { name: 'third', 'key:more': 'second' });
  world.fake.next('updateFile', failing(noAnswer));
  await world.push();
  world.queue.discard([third]);
  await at(one, 61_000);
  await world.push();
  expect(world.open(1)).toEqual([]);
  world.fake.change('public', fakeId(1), { name: 'first' });
  await looked(one);
  expect(world.open(1)).toEqual([]);
});
