import { expect, test } from 'vitest';
import { inTimeSlices } from '../../electron/sync/time-slices.ts';

/** Plays work of which each row takes so long. @returns how many rows each part had, and how often others had a turn */
async function played(rows: number, rowMs: number) {
  let nowMs = 0;
  let turns = 0;
  const parts: number[] = [];
  const clock = { nowMs: () => nowMs, breathe: async () => void (turns += 1) };
  const all = Array.from({ length: rows }, (_, row) => row);
  const met: number[] = [];
  await inTimeSlices(clock, all, (slice) => {
    parts.push(slice.length);
    met.push(...slice);
    nowMs += slice.length * rowMs;
  });
  expect(met).toEqual(all);
  return { parts, turns };
}

test('parts grow while they are quick and shrink when they take too long, with a turn for others after each', async () => {
  expect(await played(1_400, 0)).toEqual({ parts: [200, 400, 800], turns: 3 });
  expect(await played(1_000, 0.08)).toEqual({ parts: [200, 200, 200, 200, 200], turns: 5 });
  expect(await played(600, 0.16)).toEqual({ parts: [200, 100, 100, 100, 100], turns: 5 });
  expect(await played(400, 10)).toEqual({ parts: [200, 50, 50, 50, 50], turns: 5 });
  expect(await played(0, 1)).toEqual({ parts: [], turns: 0 });
});
