import type { Answer, Service } from './service.ts';

/** The clock of a rate limit. */
export type Scheduler = {
  readonly nowMs: () => number;
  /** Calls back once, at or after the given time. @returns cancels it */
  readonly wakeAt: (atMs: number, wake: () => void) => () => void;
};

const MINUTE_MS = 60_000;

type Waiting = { readonly go: () => void };

/**
 * A token bucket with a queue: within any minute at most `perMinute` requests start. A burst of a sixth
 * starts at once, the others follow at even intervals, first come, first served.
 */
export class RateLimit {
  readonly #clock: Scheduler;
  readonly #waiting = new Set<Waiting>();
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

  /** Waits until a request may start. @returns false when `signal` was aborted first; no token is spent then */
  async acquire(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    return await new Promise((resolve) => {
      const onAbort = (): void => {
        this.#waiting.delete(waiting);
        resolve(false);
      };
      const waiting: Waiting = {
        go: () => {
          signal.removeEventListener('abort', onAbort);
          resolve(true);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(waiting);
      this.#serve();
    });
  }

  #serve(): void {
    this.#cancelWake?.();
    this.#cancelWake = null;
    this.#save();
    for (const waiting of this.#waiting) {
      if (this.#saved < 1) return this.#wakeForNext();
      this.#saved -= 1;
      this.#waiting.delete(waiting);
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

  #wakeForNext(): void {
    const waitMs = Math.ceil((1 - this.#saved) * this.#intervalMs());
    this.#cancelWake = this.#clock.wakeAt(this.#clock.nowMs() + waitMs, () => this.#serve());
  }

  /** The burst counts towards the minute: only the rest of `perMinute` is spread over it. */
  #intervalMs(): number {
    return MINUTE_MS / Math.max(1, this.#perMinute - burstOf(this.#perMinute));
  }
}

const burstOf = (perMinute: number): number => Math.max(1, Math.floor(perMinute / 6));

/** Sends every request of a service when the rate limit allows it. A request aborted while waiting is never sent. */
export function rateLimited(service: Service, limit: RateLimit): Service {
  const inTurn = async <T>(signal: AbortSignal, call: () => Answer<T>): Answer<T> => {
    if (await limit.acquire(signal)) return await call();
    return { ok: false, failure: { kind: 'notSent', detail: 'given up before it was sent' } };
  };
  return {
    updateFile: (network, id, body, signal) => inTurn(signal, () => service.updateFile(network, id, body, signal)),
    readFile: (network, id, signal) => inTurn(signal, () => service.readFile(network, id, signal)),
    listFiles: (network, pageToken, limit, signal, ...more) =>
      inTurn(signal, () => service.listFiles(network, pageToken, limit, signal, ...more)),
    listKeys: (offset, revoked, signal, narrowed) =>
      inTurn(signal, () => service.listKeys(offset, revoked, signal, narrowed)),
    signature: (network, cid, signal) => inTurn(signal, () => service.signature(network, cid, signal)),
  };
}
