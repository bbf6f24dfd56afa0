import { pageClock } from '../../src/state/app/clock.svelte.ts';

/** Rests end when the test says so. */
export function heldClock() {
  const waiting: (() => void)[] = [];
  const after = (_waitMs: number, work: () => void) => {
    waiting.push(work);
    return () => undefined;
  };
  return { clock: { ...pageClock, after }, rested: () => waiting.splice(0).forEach((work) => work()) };
}
