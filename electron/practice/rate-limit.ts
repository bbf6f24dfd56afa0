import type { Clock } from './clock.ts';

const WINDOW_MS = 60_000;

/** How a request stands against the limit of its minute. */
export type Allowance = {
  readonly limit: number;
  readonly remaining: number;
  readonly isOver: boolean;
  readonly resetAtMs: number;
};

/** Counts requests by caller in whole minutes. */
export function rateLimiter(clock: Clock) {
  let windowStartMs = 0;
  const used = new Map<string, number>();
  return {
    take(caller: string, limit: number): Allowance {
      const startMs = Math.floor(clock.nowMs() / WINDOW_MS) * WINDOW_MS;
      if (startMs !== windowStartMs) used.clear();
      windowStartMs = startMs;
      const count = (used.get(caller) ?? 0) + 1;
      used.set(caller, count);
      const remaining = Math.max(limit - count, 0);
      return { limit, remaining, isOver: count > limit, resetAtMs: startMs + WINDOW_MS };
    },
  };
}

export function rateLimitHeaders(allowance: Allowance): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(allowance.limit),
    'X-RateLimit-Remaining': String(allowance.remaining),
    'X-RateLimit-Reset': String(Math.ceil(allowance.resetAtMs / 1000)),
  };
}
