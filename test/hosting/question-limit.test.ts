import { expect, test } from 'vitest';
import { questionLimit } from '../../electron/hosting/question-limit.ts';

test('a burst of a thousand is allowed, then six hundred a second, and rest fills the burst again but not more', () => {
  let nowMs = 0;
  const mayAsk = questionLimit(() => nowMs);
  const times = (count: number) => Array.from({ length: count }, mayAsk).filter(Boolean).length;
  expect(times(2_000)).toBe(1_000);
  nowMs = 100;
  expect(times(2_000)).toBe(60);
  nowMs = 60_000;
  expect(times(2_000)).toBe(1_000);
});
