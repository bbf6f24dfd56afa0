const TICK_MS = 1_000;

/** What time it is, for ages and countdowns on screen. */
export class ClockState {
  readonly #now: () => number;
  #nowMs = $state(0);

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
    this.#nowMs = now();
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** @returns stops the clock */
  watch(): () => void {
    const timer = setInterval(() => (this.#nowMs = this.#now()), TICK_MS);
    return () => clearInterval(timer);
  }
}
