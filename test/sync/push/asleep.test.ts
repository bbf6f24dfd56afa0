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

describe('an answer to the read before an update that a sleep kept', () => {
  async function sleptOver(sleepMs: number): Promise<InMemorySync> {
    const one = await inMemorySync();
    const { fake, clock } = one.world;
    one.changeFile(1, { name: 'mine' });
    const readFile = fake.readFile.bind(fake);
    fake.readFile = async (...input) => {
      fake.readFile = readFile;
      const answer = await readFile(...input);
      clock.setBack(-sleepMs);
      fake.change('public', one.world.of(1).id, { name: 'theirs' });
      return answer;
    };
    await one.world.push();
    return one;
  }

  test('is not what the update is decided on: somebody else may have written since', async () => {
    const one = await sleptOver(5 * 60_000);
    expect(one.world.served(1)?.name).toBe('theirs');
    expect(one.world.open(1)).toMatchObject([{ mine: 'mine', status: 'conflicted' }]);
  });

  test('counts where it took no longer than requests may take', async () => {
    const one = await sleptOver(119_000);
    expect(one.world.asked.filter((name) => name === 'readFile')).toHaveLength(1);
  });
});
