import { describe, expect, test } from 'vitest';
import { FILES_AT_FIRST, FILES_AT_ONCE, Parallelism } from '../../../electron/sync/push/parallelism.ts';

const well = { tookMs: 100, isStrained: false };
const strained = { tookMs: 100, isStrained: true };

/** So many turns, one after the other. */
async function turns(parallelism: Parallelism, count: number, turn = well): Promise<void> {
  for (let at = 0; at < count; at++) {
    await parallelism.enter();
    parallelism.learn(turn);
    parallelism.leave();
  }
}

/** How many may be under way, by entering until one has to wait. */
async function places(parallelism: Parallelism): Promise<number> {
  let entered = 0;
  const enter = (): void => void parallelism.enter().then(() => (entered += 1));
  for (let at = 0; at <= FILES_AT_ONCE; at++) enter();
  await Promise.resolve();
  await Promise.resolve();
  return entered;
}

describe('files side by side', () => {
  test('are four at first, and one more after each round that went well, up to sixteen', async () => {
    const parallelism = new Parallelism();
    expect(parallelism.limit).toBe(FILES_AT_FIRST);
    await turns(parallelism, 3);
    expect(parallelism.limit).toBe(4);
    await turns(parallelism, 2);
    expect(parallelism.limit).toBe(5);
    await turns(parallelism, 1_000);
    expect(parallelism.limit).toBe(FILES_AT_ONCE);
  });

  test('are half as many when the service is strained, and never fewer than one', async () => {
    const parallelism = new Parallelism();
    await turns(parallelism, 1_000);
    await turns(parallelism, 1, strained);
    expect(parallelism.limit).toBe(8);
    await turns(parallelism, 10, strained);
    expect(parallelism.limit).toBe(1);
    await turns(parallelism, 1);
    expect(parallelism.limit).toBe(2);
  });

  test('are halved once by turns that were under way together', async () => {
    const parallelism = new Parallelism();
    await turns(parallelism, 1_000);
    for (let at = 0; at < FILES_AT_ONCE; at++) await parallelism.enter();
    for (let at = 0; at < FILES_AT_ONCE; at++) {
      parallelism.learn(strained);
      parallelism.leave();
    }
    expect(parallelism.limit).toBe(8);
    await turns(parallelism, 1, strained);
    expect(parallelism.limit).toBe(4);
  });

  test('are halved once when turns take more than twice as long, and not by one that does', async () => {
    const parallelism = new Parallelism();
    await turns(parallelism, 1_000);
    await turns(parallelism, 1, { tookMs: 500, isStrained: false });
    expect(parallelism.limit).toBe(FILES_AT_ONCE);
    await turns(parallelism, 3, { tookMs: 500, isStrained: false });
    expect(parallelism.limit).toBe(8);
    await turns(parallelism, 50, { tookMs: 500, isStrained: false });
    expect(parallelism.limit).toBeGreaterThan(8);
  });

  test.each([
    [850, FILES_AT_ONCE],
    [855, 8],
  ])(
    'that take twice as long and 50 ms more, in the mean, are as many; with one millisecond more they are halved',
    async (tookMs, limit) => {
      const parallelism = new Parallelism();
      await turns(parallelism, 1_000);
      // The mean takes a fifth of the newest turn: 250 ms, and 251.
      await turns(parallelism, 1, { tookMs, isStrained: false });
      expect(parallelism.limit).toBe(limit);
    },
  );

  test('do not mind a few milliseconds, however short turns were', async () => {
    const parallelism = new Parallelism();
    await turns(parallelism, 1_000, { tookMs: 2, isStrained: false });
    await turns(parallelism, 50, { tookMs: 40, isStrained: false });
    expect(parallelism.limit).toBe(FILES_AT_ONCE);
  });
});

test('who finds no place waits for one, in turn', async () => {
  const parallelism = new Parallelism();
  expect(await places(parallelism)).toBe(4);
  const fifth = new Parallelism();
  for (let at = 0; at < 4; at++) await fifth.enter();
  const order: string[] = [];
  const first = fifth.enter().then(() => order.push('first'));
  const second = fifth.enter().then(() => order.push('second'));
  await Promise.resolve();
  expect(order).toEqual([]);
  fifth.leave();
  await first;
  expect(order).toEqual(['first']);
  fifth.leave();
  await second;
  expect(order).toEqual(['first', 'second']);
});
