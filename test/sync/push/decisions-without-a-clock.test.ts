import { describe, expect, test } from 'vitest';
import type { EditId } from '../../../src/domain/core/ids.ts';
import { VERIFY_AFTER_MS } from '../../../src/domain/edits/late-landings.ts';
import type { InMemorySync } from '../in-memory-sync.ts';
import { at, inMemorySync, overtaken } from './overtaken.ts';

const HALF_AN_HOUR_MS = 30 * 60_000;

async function rounds(one: InMemorySync, count: number): Promise<void> {
  for (let round = 0; round < count; round++) {
    await at(one, VERIFY_AFTER_MS);
    await one.world.push();
  }
}

/** Lets an older edit go that was held, over the value of the service, and has the file looked at once more. */
async function releasedOverTheirs(one: InMemorySync, held: EditId): Promise<void> {
  const { world } = one;
  world.queue.release([held]);
  await world.push();
  world.queue.decide(world.of(1), [{ field: 'name', choice: { kind: 'mine' } }]);
  await world.push();
  expect(world.served(1)?.name).toBe('first');
  world.outbox.scheduleCheck(world.of(1), one.accountRef, world.clock.nowMs());
  await rounds(one, 3);
}

describe('after the clock was set back by half an hour', () => {
  test('a late older value gives way to what the person decided last, and to no older decision', async () => {
    const one = await inMemorySync();
    await at(one, 2 * HALF_AN_HOUR_MS);
    await overtaken(one, 'first', 'second');
    one.world.clock.setBack(HALF_AN_HOUR_MS);
    one.world.fake.change('public', one.world.of(1).id, { name: 'third' });
    one.changeFile(1, { name: 'third' });
    await one.world.push();
    one.world.fake.applyLate();
    expect(one.world.served(1)?.name).toBe('first');
    // The check of before is due within a quarter of an hour, however far the clock was set back.
    await rounds(one, 8);
    expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['third', []]);
  });

  test('an older edit that was let go after a newer one ended without an update stays', async () => {
    const one = await inMemorySync();
    await at(one, 2 * HALF_AN_HOUR_MS);
    const held = one.changeFile(1, { name: 'first' });
    one.world.queue.hold([held]);
    one.changeFile(1, { name: 'second' });
    one.world.fake.change('public', one.world.of(1).id, { name: 'second' });
    await one.world.push();
    one.world.clock.setBack(HALF_AN_HOUR_MS);
    await releasedOverTheirs(one, held);
    expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['first', []]);
  });

  test('an older edit that was let go after a newer one gave way to the service stays', async () => {
    const one = await inMemorySync();
    await at(one, 2 * HALF_AN_HOUR_MS);
    const held = one.changeFile(1, { name: 'first' });
    one.world.queue.hold([held]);
    one.changeFile(1, { name: 'second' });
    one.world.fake.change('public', one.world.of(1).id, { name: 'theirs' });
    await one.world.push();
    one.world.queue.decide(one.world.of(1), [{ field: 'name', choice: { kind: 'server' } }]);
    one.world.clock.setBack(HALF_AN_HOUR_MS);
    await releasedOverTheirs(one, held);
    expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['first', []]);
  });
});
