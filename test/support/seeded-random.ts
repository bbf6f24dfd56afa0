import type { Random } from '../../electron/sync/ports.ts';

/** Randomness that is the same in every run. */
export function seededRandom(seed = 1): Random {
  let state = seed >>> 0;
  let made = 0;
  return {
    next: () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    },
    uuid: () => `00000000-0000-4000-9000-${(++made).toString(16).padStart(12, '0')}`,
  };
}
