import { expect, test } from 'vitest';
import { ClockState, pageClock } from '../../../src/state/app/clock.svelte.ts';

/** A clock whose time goes on by hand. */
function clockByHand() {
  let nowMs = 1_000;
  const ticking = new Set<() => void>();
  const every: typeof pageClock.every = (_intervalMs, work) => {
    ticking.add(work);
    return () => void ticking.delete(work);
  };
  const clock = new ClockState(() => nowMs, { ...pageClock, every });
  const goOn = (ms: number): void => {
    nowMs += ms;
    for (const work of ticking) work();
  };
  return { clock, goOn, timers: () => ticking.size };
}

test('the clock ticks from its watch to the end of it', () => {
  const { clock, goOn, timers } = clockByHand();
  goOn(1_000);
  expect(clock.nowMs).toBe(1_000);
  const stop = clock.watch();
  expect(clock.nowMs).toBe(2_000);
  goOn(1_000);
  expect(clock.nowMs).toBe(3_000);
  stop();
  expect(timers()).toBe(0);
});

test('out of sight the clock has no timer, and it is right at once when it comes back', () => {
  const { clock, goOn, timers } = clockByHand();
  clock.watch();
  clock.inSight(false);
  clock.inSight(false);
  expect(timers()).toBe(0);
  goOn(3_600_000);
  expect(clock.nowMs).toBe(1_000);
  clock.inSight(true);
  clock.inSight(true);
  expect(clock.nowMs).toBe(3_601_000);
  expect(timers()).toBe(1);
});

test('a page that comes into sight after its watch ended begins no timer', () => {
  const { clock, timers } = clockByHand();
  const stop = clock.watch();
  clock.inSight(false);
  stop();
  clock.inSight(true);
  expect(timers()).toBe(0);
});
