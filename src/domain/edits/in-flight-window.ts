/** In-flight window: for this long an unanswered update may still land, so no different value goes to its file. */
export const IN_FLIGHT_WINDOW_MS = 60_000;

/** For this long after a settled update, a list that shows an old value is stale until a read confirms it. */
export const STALE_LIST_MS = 120_000;

/** An update whose effect is unknown. */
type Unresolved = { readonly body: string; readonly startedAtMs: number };

/**
 * When the next update of a file may go out after one whose effect is unknown: the same body at once, another body only
 * when the old one can no longer land after it.
 *
 * @param unresolved null when the effect of all updates is known
 * @returns milliseconds since 1970; null for now
 */
export function waitBeforeSending(unresolved: Unresolved | null, body: string, nowMs: number): number | null {
  if (unresolved === null || unresolved.body === body) return null;
  const freeAtMs = unresolved.startedAtMs + IN_FLIGHT_WINDOW_MS;
  return freeAtMs > nowMs ? freeAtMs : null;
}
