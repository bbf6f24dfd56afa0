import { pageClock } from '../app/page-clock.ts';

/** While a first copy runs, changes are announced all the time: nothing is asked again more often than this. */
const REST_MS = 250;

/** Does the work at once, then rests; what is wanted meanwhile is done once, after the rest. */
export function throttle(work: () => Promise<void>, { after } = pageClock): () => void {
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
