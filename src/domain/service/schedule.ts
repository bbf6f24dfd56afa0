import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/durations.ts';

const BASE_MS = 1_000;
/** Longest wait between two tries while no person looks at the app. */
export const LONGEST_BACKOFF_MS = 5 * MINUTE_MS;
/** Longest wait between two tries while a person looks at the app. */
export const LONGEST_BACKOFF_WHILE_WATCHED_MS = 30_000;

/**
 * How long to wait before the next try: full jitter over a ceiling that doubles from one second (M. Brooker, "Exponential
 * Backoff and Jitter", AWS Architecture Blog, 2015).
 *
 * @param attempt failures so far in a row, 1 or more
 * @param random uniform in [0, 1)
 * @param ceilingMs longest wait, in milliseconds
 * @returns milliseconds, at least 100 so that a failing service is never asked in a tight loop
 */
export function backoffDelayMs(attempt: number, random: number, ceilingMs = LONGEST_BACKOFF_MS): number {
  const spreadMs = Math.min(ceilingMs, BASE_MS * 2 ** Math.min(attempt - 1, 20));
  return Math.max(100, Math.round(spreadMs * random));
}

const SHORTEST_MS = 1_000;
const LONGEST_MS = HOUR_MS;

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

/** An HTTP date (RFC 9110, 5.6.7) in milliseconds since 1970, else NaN: `Date.parse` reads "-5" as a day of 2001. */
const httpDateMs = (text: string): number =>
  /^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/.test(text.trim()) ? Date.parse(text) : Number.NaN;

/** A list of this many files takes five requests, which is not worth saving. */
const FEW_FILES = 5_000;
export const FULL_EVERY_MS = DAY_MS;

/** What decides between a full and an incremental scan. */
export type ScanFacts = {
  readonly filesInMirror: number;
  /** When the last full scan ended; null when none ever did. */
  readonly fullAtMs: number | null;
  readonly nowMs: number;
  /** A person asked for a full scan, or one is unfinished. */
  readonly isWanted: boolean;
};

/**
 * Whether the next scan is a full one. An incremental scan finds new files only, no changed or removed ones, but a full
 * scan of a million files takes a thousand requests.
 */
export const isFullScanDue = ({ filesInMirror, fullAtMs, nowMs, isWanted }: ScanFacts): boolean =>
  isWanted ||
  fullAtMs === null ||
  filesInMirror <= FEW_FILES ||
  // The time since the last scan is unknown once the clock was set back.
  nowMs - fullAtMs >= FULL_EVERY_MS ||
  nowMs < fullAtMs;
