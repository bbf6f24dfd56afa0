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

/** Time and chance as the page needs them: its states take this port, and tests give their own. */
export type PageClock = {
  /** Milliseconds of a steady clock, to measure with. */
  readonly steadyMs: () => number;
  /** @returns calls it off */
  readonly after: (waitMs: number, work: () => void) => () => void;
  /** @returns stops the repetition */
  readonly every: (intervalMs: number, work: () => void) => () => void;
  /** A name that no other question has. */
  readonly uuid: () => string;
};

/** The browser's own. */
export const pageClock: PageClock = {
  steadyMs: () => performance.now(),
  after: (waitMs, work) => {
    const timer = setTimeout(work, waitMs);
    return () => clearTimeout(timer);
  },
  every: (intervalMs, work) => {
    const timer = setInterval(work, intervalMs);
    return () => clearInterval(timer);
  },
  uuid: () => crypto.randomUUID(),
};
