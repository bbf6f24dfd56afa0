/** The clock of a rate limit. */
export type Scheduler = {
  readonly nowMs: () => number;
  /** Calls back once, at or after the given time. @returns cancels it */
  readonly wakeAt: (atMs: number, wake: () => void) => () => void;
};

const MINUTE_MS = 60_000;

type Waiting = { readonly count: number; readonly go: () => void };

/**
 * A token bucket with a queue: within any minute at most `perMinute` requests start. A burst of a sixth
 * starts at once, the others follow at even intervals, first come, first served. Work that has begun goes before work that
 * has not, so that an update follows its read at once.
 */
export class RateLimit {
  readonly #clock: Scheduler;
  readonly #waiting = new Set<Waiting>();
  readonly #begun = new Set<Waiting>();
  #perMinute: number;
  #saved: number;
  #savedAtMs: number;
  #cancelWake: (() => void) | null = null;

  /** @param perMinute requests, 1 or more */
  constructor(perMinute: number, clock: Scheduler) {
    this.#clock = clock;
    this.#perMinute = perMinute;
    this.#saved = burstOf(perMinute);
    this.#savedAtMs = clock.nowMs();
  }

  /** Takes over a limit that the service named. Waiting requests follow at the new interval. */
  setPerMinute(perMinute: number): void {
    this.#save();
    this.#perMinute = perMinute;
    this.#saved = Math.min(this.#saved, burstOf(perMinute));
    this.#serve();
  }

  /**
   * Waits until requests may start.
   *
   * @param count requests that start together; a limit too low for a burst of them makes up for it afterwards
   * @param place `first` for work that has begun
   * @returns false when `signal` was aborted first; no token is spent then
   */
  async acquire(signal: AbortSignal, count = 1, place: 'first' | 'inOrder' = 'inOrder'): Promise<boolean> {
    if (signal.aborted) return false;
    const queue = place === 'first' ? this.#begun : this.#waiting;
    return await new Promise((resolve) => {
      const onAbort = (): void => {
        queue.delete(waiting);
        resolve(false);
        // It may have held up the others, or been the last one that a timer is set for.
        this.#serve();
      };
      const waiting: Waiting = {
        count,
        go: () => {
          queue.delete(waiting);
          signal.removeEventListener('abort', onAbort);
          resolve(true);
        },
      };
      signal.addEventListener('abort', onAbort);
      queue.add(waiting);
      this.#serve();
    });
  }

  /** Takes back tokens of requests that were not sent. */
  giveBack(count: number): void {
    this.#saved += count;
    this.#serve();
  }

  #serve(): void {
    this.#cancelWake?.();
    this.#cancelWake = null;
    this.#save();
    for (const waiting of [...this.#begun, ...this.#waiting]) {
      const needed = Math.min(waiting.count, burstOf(this.#perMinute));
      if (this.#saved < needed) return this.#wakeWhenSaved(needed);
      this.#saved -= waiting.count;
      waiting.go();
    }
  }

  #save(): void {
    const nowMs = this.#clock.nowMs();
    // A clock that was set back neither adds tokens nor takes them.
    const passedMs = Math.max(0, nowMs - this.#savedAtMs);
    this.#savedAtMs = nowMs;
    this.#saved = Math.min(burstOf(this.#perMinute), this.#saved + passedMs / this.#intervalMs());
  }

  #wakeWhenSaved(needed: number): void {
    const waitMs = Math.ceil((needed - this.#saved) * this.#intervalMs());
    this.#cancelWake = this.#clock.wakeAt(this.#clock.nowMs() + waitMs, () => this.#serve());
  }

  /** The burst counts towards the minute: only the rest of `perMinute` is spread over it. */
  #intervalMs(): number {
    return MINUTE_MS / Math.max(1, this.#perMinute - burstOf(this.#perMinute));
  }
}

const burstOf = (perMinute: number): number => Math.max(1, Math.floor(perMinute / 6));
