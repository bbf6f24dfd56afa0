import { expect, test } from 'vitest';
import { timedSlicesOf } from '../../electron/sync/yielding.ts';

/**
 * Plays work on rows that each take `rowMs`.
 *
 * @param askedAt rows at which a message arrives, which the next pause answers
 * @returns the rows of each slice, and the number of pauses
 */
async function slicesOfWork(rows: number, rowMs: number, askedAt: readonly number[] = []) {
  let [nowMs, turns, isAwaited] = [0, 0, false];
  const slices: number[] = [];
  const yieldToEventLoop = async (): Promise<void> => {
    turns += 1;
    isAwaited = false;
  };
  const all = Array.from({ length: rows }, (_, row) => row);
  const seen: number[] = [];
  const clock = { nowMs: () => nowMs, yieldToEventLoop, hasPendingMessages: () => isAwaited };
  for await (const slice of timedSlicesOf(clock, all)) {
    const before = seen.length;
    for (const row of slice) {
      seen.push(row);
      nowMs += rowMs;
      if (askedAt.includes(row)) isAwaited = true;
    }
    slices.push(seen.length - before);
  }
  expect(seen).toEqual(all);
  return { slices, turns };
}

test('slices become twice as long up to a tenth of a second, with a pause after each', async () => {
  expect(await slicesOfWork(1_400, 0)).toEqual({ slices: [1_400], turns: 1 });
  expect(await slicesOfWork(700, 0.5)).toEqual({ slices: [35, 65, 130, 200, 200, 70], turns: 6 });
  expect(await slicesOfWork(3, 200)).toEqual({ slices: [1, 1, 1], turns: 3 });
  expect(await slicesOfWork(0, 1)).toEqual({ slices: [], turns: 0 });
});

test('a slice ends a few rows after a message arrived, and the next is short again', async () => {
  expect(await slicesOfWork(900, 0.2, [42, 101, 102])).toEqual({ slices: [45, 60, 80, 160, 320, 235], turns: 6 });
});
