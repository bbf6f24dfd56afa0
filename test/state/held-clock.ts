import { pageClock } from '../../src/state/app/clock.svelte.ts';

/** Rests end when the test says so. */
export function heldClock() {
  const waiting: (() => void)[] = [];
  const after = (_waitMs: number, work: () => void) => {
    const one = () => work();
    waiting.push(one);
    return () => {
      const place = waiting.indexOf(one);
      if (place >= 0) waiting.splice(place, 1);
    };
  };
  return { clock: { ...pageClock, after }, rested: () => waiting.splice(0).forEach((work) => work()) };
}
