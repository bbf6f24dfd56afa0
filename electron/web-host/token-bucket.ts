/**
 * A limit on how often something may happen: `burst` at once, then `perSecond`.
 *
 * @param nowMs a clock that never goes back
 * @returns whether one more may happen now
 */
export function allowance(burst: number, perSecond: number, nowMs: () => number): () => boolean {
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
