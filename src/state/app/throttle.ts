import { pageClock } from './page-clock.ts';

/** During a first full scan the core announces changes all the time; nothing is asked again more often than this. */
const REST_MS = 250;

/** Does the work at once, then rests; calls during the work or the rest lead to one more run after the rest. */
export function throttle(work: () => Promise<unknown>, { after } = pageClock): () => void {
  let isBusy = false;
  let isWanted = false;
  return function wanted(): void {
    isWanted = isBusy;
    if (isBusy) return;
    isBusy = true;
    void work().finally(() =>
      after(REST_MS, () => {
        isBusy = false;
        if (isWanted) wanted();
      }),
    );
  };
}
