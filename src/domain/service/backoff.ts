const BASE_MS = 1_000;
export const LONGEST_BACKOFF_MS = 5 * 60_000;
export const LONGEST_BACKOFF_WHILE_WATCHED_MS = 30_000;

/**
 * How long to wait before asking again: full jitter over a ceiling that doubles from one second.
 *
 * @param attempt failures so far in a row, 1 or more
 * @param random uniform in [0, 1)
 * @param ceilingMs at most this long
 * @returns milliseconds, at least 100 so that a failing service is never asked in a tight loop
 */
export function backoffDelayMs(attempt: number, random: number, ceilingMs = LONGEST_BACKOFF_MS): number {
  const spreadMs = Math.min(ceilingMs, BASE_MS * 2 ** Math.min(attempt - 1, 20));
  return Math.max(100, Math.round(spreadMs * random));
}

const SHORTEST_MS = 1_000;
const LONGEST_MS = 60 * 60_000;

/**
 * `Retry-After` in seconds or as a date (RFC 9110, 10.2.3); a date is read against the answer's own `Date`, because the
 * clock of this computer may be wrong. Clamped to [1 s, 1 h].
 *
 * @returns null when absent or unreadable
 */
export function retryAfterMs(header: string | null, answerDate: string | null): number | null {
  if (header === null) return null;
  const text = header.trim();
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1_000 : httpDateMs(text) - httpDateMs(answerDate ?? '');
  if (Number.isNaN(waitMs)) return null;
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, waitMs));
}

/** `Date.parse` alone would read "-5" and "abc 5" as days of 2001. */
const httpDateMs = (text: string): number =>
  /^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/.test(text.trim()) ? Date.parse(text) : Number.NaN;
