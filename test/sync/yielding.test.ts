import { expect, test } from 'vitest';
import { slicesOf, timedSlicesOf } from '../../electron/sync/yielding.ts';

/**
 * Plays work on rows that each take `rowMs`.
 *
 * @param askedAt rows at which a message arrives, which the next pause answers
 * @param endMs what writing takes at the end of a slice of so many rows
 * @returns the rows of each slice, and the number of pauses
 */
async function slicesOfWork(
  rows: number,
  rowMs: number,
  askedAt: readonly number[] = [],
  endMs: (rows: number) => number = () => 0,
) {
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
    nowMs += endMs(seen.length - before);
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

test('a slice whose end takes long is so short that its end takes 16 ms, whatever the rows take', async () => {
  const { slices } = await slicesOfWork(400, 0.5, [], (rows) => 2 * rows);
  expect(slices.slice(0, 4)).toEqual([35, 10, 10, 10]);
  const { slices: quick } = await slicesOfWork(700, 0.5, [], () => 5);
  expect(quick).toEqual((await slicesOfWork(700, 0.5)).slices);
});

test('one end that took long, as a checkpoint makes it, shortens the next slices alone', async () => {
  const { slices } = await slicesOfWork(900, 0.5, [], (rows) => (rows === 200 ? 400 : 0));
  const last = slices.indexOf(200);
  expect(slices.slice(last, last + 5)).toEqual([200, 10, 20, 35, 65]);
});

test.each([
  [250, 100, [100, 100, 50]],
  [200, 100, [100, 100]],
  [100, 100, [100]],
  [5, 2, [2, 2, 1]],
  [0, 100, []],
])('a list of %d in slices of %d has a pause between two slices alone', async (items, length, expected) => {
  const all = Array.from({ length: items }, (_, at) => at);
  const seen: number[] = [];
  const told: (number | 'pause')[] = [];
  const yieldToEventLoop = async (): Promise<void> => void told.push('pause');
  for await (const slice of slicesOf({ yieldToEventLoop }, all, length)) {
    seen.push(...slice);
    told.push(slice.length);
  }
  expect(seen).toEqual(all);
  expect(told).toEqual(expected.flatMap((slice, at) => (at === 0 ? [slice] : ['pause', slice])));
});
