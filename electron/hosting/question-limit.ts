/** Scrolling sends one request per frame, 60 a second. A page with ten times as many has a bug. */
const burst = 1000;
const perSecond = 600;

/**
 * The limit of one page's requests: the burst at once, then the steady rate.
 *
 * @param nowMs a monotonic clock
 * @returns takes a request; false for one too many
 */
export const questionLimit = (nowMs: () => number): (() => boolean) => tokenBucket(burst, perSecond, nowMs);

/**
 * A token bucket: `burst` requests at once, then `perSecond`.
 *
 * @param nowMs a monotonic clock
 * @returns takes a token; false when none is left
 */
export function tokenBucket(burst: number, perSecond: number, nowMs: () => number): () => boolean {
  let left = burst;
  let countedAtMs = nowMs();
  return () => {
    const now = nowMs();
    left = Math.min(burst, left + ((now - countedAtMs) / 1000) * perSecond);
    countedAtMs = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
