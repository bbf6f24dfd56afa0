import { describe, expect, test } from 'vitest';
import { VERIFY_AFTER_MS } from '../../../src/domain/edits/late-landings.ts';
import type { InMemorySync } from '../in-memory-sync.ts';
import { applyingLate, noAnswer } from './failures.ts';
import { at, inMemorySync } from './overtaken.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Two values that were sent while the clock of the computer was ten days ahead. It is right again now. */
async function sentAhead(): Promise<InMemorySync> {
  const one = await inMemorySync();
  await at(one, 10 * DAY_MS);
  for (const name of ['first', 'second']) {
    one.changeFile(1, { name });
    await one.world.push();
  }
  one.world.clock.setBack(10 * DAY_MS);
  return one;
}

describe('after the clock was set back by days', () => {
  test('a foreign value that equals an older own one is asked about', async () => {
    const one = await sentAhead();
    await at(one, 2 * DAY_MS);
    one.world.fake.change('public', one.world.of(1).id, { name: 'first' });
    one.changeFile(1, { name: 'third' });
    await one.world.push();
    expect(one.world.open(1)).toMatchObject([{ mine: 'third', status: 'conflicted' }]);
    expect(one.world.served(1)?.name).toBe('first');
  });

  test('such a value is not taken for a late one of ours, and stays', async () => {
    const one = await sentAhead();
    one.changeFile(1, { 'key:env': 'late' });
    one.world.fake.next('updateFile', applyingLate(noAnswer));
    await one.world.push();
    one.world.fake.change('public', one.world.of(1).id, { name: 'first' });
    for (let round = 0; round < 4; round++) {
      await at(one, VERIFY_AFTER_MS);
      await one.world.push();
    }
    expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['first', []]);
  });

  test('an update without an answer still counts as one that may land', async () => {
    const one = await inMemorySync();
    await at(one, 10 * DAY_MS);
    one.changeFile(1, { name: 'first' });
    one.world.fake.next('updateFile', applyingLate(noAnswer));
    await one.world.push();
    one.world.clock.setBack(10 * DAY_MS);
    one.changeFile(1, { name: 'second' });
    await one.world.push();
    one.world.fake.applyLate();
    for (let round = 0; round < 4; round++) {
      await at(one, VERIFY_AFTER_MS);
      await one.world.push();
    }
    expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['second', []]);
  });
});
