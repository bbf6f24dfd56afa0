import { dayAt } from '../../domain/library/days.ts';

const TICK_MS = 1_000;

/** The present time, for ages and countdowns on screen. */
export class ClockState {
  readonly #now: () => number;
  readonly #every: typeof pageClock.every;
  #nowMs = $state(0);
  #isWatched = false;
  #isInSight = true;
  /** Stops the ticks; null while it rests. */
  #stop: (() => void) | null = null;
  /** Bookkeeping: no view reads it. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #dayFollowers = new Set<() => void>();

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
    this.#isWatched = true;
    this.#tickOrRest();
    return () => {
      this.#isWatched = false;
      this.#tickOrRest();
    };
  }

  /** A page out of sight shows no time: the clock rests, and is right again before the page is painted. */
  inSight(isInSight: boolean): void {
    this.#isInSight = isInSight;
    this.#tickOrRest();
  }

  /** Calls `work` once another day has begun; out of sight, when the page is seen again. @returns stops following */
  followDay(work: () => void): () => void {
    this.#dayFollowers.add(work);
    return () => void this.#dayFollowers.delete(work);
  }

  #tickOrRest(): void {
    const ticks = this.#isWatched && this.#isInSight;
    if (ticks === (this.#stop !== null)) return;
    this.#stop?.();
    this.#stop = ticks ? this.#every(TICK_MS, () => this.#tick()) : null;
    if (ticks) this.#tick();
  }

  #tick(): void {
    const before = this.#nowMs;
    this.#nowMs = this.#now();
    if (dayAt(before) !== dayAt(this.#nowMs)) for (const work of this.#dayFollowers) work();
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
