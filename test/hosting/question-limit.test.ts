import { expect, test } from 'vitest';
import { questionLimit, tokenBucket } from '../../electron/hosting/question-limit.ts';

test('a burst is allowed, then a steady rate, and rest fills the burst again but not more', () => {
  let nowMs = 0;
  const may = tokenBucket(3, 10, () => nowMs);
  const times = (count: number) => Array.from({ length: count }, may).filter(Boolean).length;
  expect(times(5)).toBe(3);
  nowMs = 100;
  expect(times(5)).toBe(1);
  nowMs = 60_000;
  expect(times(5)).toBe(3);
});

test('a page may ask a thousand times at once, and six hundred times a second', () => {
  let nowMs = 0;
  const mayAsk = questionLimit(() => nowMs);
  const times = (count: number) => Array.from({ length: count }, mayAsk).filter(Boolean).length;
  expect(times(2_000)).toBe(1_000);
  nowMs = 1_000;
  expect(times(2_000)).toBe(600);
});
