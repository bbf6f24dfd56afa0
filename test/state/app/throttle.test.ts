import { expect, test } from 'vitest';
import { pageClock } from '../../../src/state/app/clock.svelte.ts';
import { throttle } from '../../../src/state/app/query.svelte.ts';

test('work that is wanted while it rests is done once more, after the rest', async () => {
  const rests: { readonly waitMs: number; readonly end: () => void }[] = [];
  const after = (waitMs: number, end: () => void) => {
    rests.push({ waitMs, end });
    return () => undefined;
  };
  let done = 0;
  const settled = async (): Promise<void> => void (await new Promise((resolve) => setTimeout(resolve)));
  const wanted = throttle(() => Promise.resolve(void (done += 1)), { ...pageClock, after });
  wanted();
  wanted();
  wanted();
  await settled();
  expect([done, rests.map(({ waitMs }) => waitMs)]).toEqual([1, [250]]);
  rests[0]!.end();
  await settled();
  expect([done, rests.length]).toEqual([2, 2]);
  rests[1]!.end();
  await settled();
  expect([done, rests.length]).toEqual([2, 2]);
});
