import { expect, test } from 'vitest';
import { allowance } from '../../electron/web-host/token-bucket.ts';

test('a burst is allowed, then a steady rate, and rest fills the burst again but not more', () => {
  let nowMs = 0;
  const may = allowance(3, 10, () => nowMs);
  const times = (count: number) => Array.from({ length: count }, may).filter(Boolean).length;
  expect(times(5)).toBe(3);
  nowMs = 100;
  expect(times(5)).toBe(1);
  nowMs = 60_000;
  expect(times(5)).toBe(3);
});
