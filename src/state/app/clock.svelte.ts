import { pageClock } from './page-clock.ts';

const TICK_MS = 1_000;

/** The present time, for ages and countdowns on screen. */
export class ClockState {
  readonly #now: () => number;
  readonly #every: typeof pageClock.every;
  #nowMs = $state(0);

  /** @param now milliseconds since 1970 */
  constructor(now: () => number, { every } = pageClock) {
    this.#now = now;
    this.#every = every;
    this.#nowMs = now();
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** @returns stops the clock */
  watch(): () => void {
    return this.#every(TICK_MS, () => (this.#nowMs = this.#now()));
  }
}
