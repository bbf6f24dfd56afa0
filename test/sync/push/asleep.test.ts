import { describe, expect, test } from 'vitest';
import { VERIFY_AFTER_MS } from '../../../src/domain/edits/late-landings.ts';
import type { InMemorySync } from '../in-memory-sync.ts';
import { applyingLate, noAnswer } from './failures.ts';
import { at, inMemorySync, sendWith } from './overtaken.ts';

const NIGHT_MS = 8 * 60 * 60_000;

/** An update that was on its way when the computer went to sleep, and was given up when it woke. It may land still. */
async function sentBeforeNight(): Promise<InMemorySync> {
  const one = await inMemorySync();
  one.changeFile(1, { name: 'first' });
  one.world.fake.next('updateFile', applyingLate(noAnswer));
  // Timers rest meanwhile, as they do on Linux and macOS.
  await sendWith(one, () => one.world.clock.setBack(-NIGHT_MS));
  one.changeFile(1, { name: 'second' });
  return one;
}

describe('after an update that a night of sleep cut off', () => {
  test('no other value goes to the file while the update may still land', async () => {
    const one = await sentBeforeNight();
    await at(one, 2_000);
    await one.world.push();
    expect(one.world.served(1)?.name).toBe('file 1');
    one.world.fake.applyLate();
    await at(one, 61_000);
    await one.world.push();
    expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['second', []]);
  });

  test('the older value that lands after the newer one is put right', async () => {
    const one = await sentBeforeNight();
    await at(one, 61_000);
    await one.world.push();
    one.world.fake.applyLate();
    expect(one.world.served(1)?.name).toBe('first');
    for (let round = 0; round < 3; round++) {
      await at(one, VERIFY_AFTER_MS);
      await one.world.push();
    }
    expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['second', []]);
  });
});
