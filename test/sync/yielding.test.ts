import { expect, test } from 'vitest';
import { yieldAfterTime } from '../../electron/sync/yielding.ts';

/**
 * Plays work of which each row takes so long.
 *
 * @param askedAt rows at which somebody begins to wait, who is answered in the next pause
 * @returns how many rows each part had, and how often others had a turn
 */
async function played(rows: number, rowMs: number, askedAt: readonly number[] = []) {
  let [nowMs, turns, isAwaited] = [0, 0, false];
  const parts: number[] = [];
  const breathe = async (): Promise<void> => {
    turns += 1;
    isAwaited = false;
  };
  const all = Array.from({ length: rows }, (_, row) => row);
  const met: number[] = [];
  await yieldAfterTime(
    { nowMs: () => nowMs, yieldToEventLoop: breathe, hasPendingMessages: () => isAwaited },
    all,
    (slice) => {
      const before = met.length;
      for (const row of slice) {
        met.push(row);
        nowMs += rowMs;
        if (askedAt.includes(row)) isAwaited = true;
      }
      parts.push(met.length - before);
    },
  );
  expect(met).toEqual(all);
  return { parts, turns };
}

test('parts become twice as long up to a tenth of a second, with a turn for others after each', async () => {
  expect(await played(1_400, 0)).toEqual({ parts: [1_400], turns: 1 });
  expect(await played(700, 0.5)).toEqual({ parts: [35, 65, 130, 200, 200, 70], turns: 6 });
  expect(await played(12, 200)).toEqual({ parts: [5, 5, 2], turns: 3 });
  expect(await played(0, 1)).toEqual({ parts: [], turns: 0 });
});

test('a part ends a few rows after somebody began to wait, and the next is short again', async () => {
  expect(await played(900, 0.2, [42, 101, 102])).toEqual({ parts: [45, 60, 80, 160, 320, 235], turns: 6 });
});
