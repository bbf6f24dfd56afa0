/** Scrolling sends one request per frame, 60 a second. A page with ten times as many has a bug. */
const BURST = 1_000;
const PER_SECOND = 600;

/**
 * The limit of one page's requests, a token bucket: a burst at once, then a steady rate.
 *
 * @param nowMs a monotonic clock
 * @returns takes a request; false for one too many
 */
export function questionLimit(nowMs: () => number): () => boolean {
  let left = BURST;
  let countedAtMs = nowMs();
  return () => {
    const now = nowMs();
    left = Math.min(BURST, left + ((now - countedAtMs) / 1_000) * PER_SECOND);
    countedAtMs = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
