import { MINUTE_MS } from '../core/durations.ts';
import { z } from 'zod';

/** Milliseconds since 1970, as far as a date reaches (ECMA-262, Time Range). */
export const pointInTimeMs = z.number().min(-8.64e15).max(8.64e15);

/** A person's visits to a library: since when its news count, and when the latest look was. Milliseconds since 1970. */
export const look = z.object({ sinceMs: pointInTimeMs.nullable(), lookedAtMs: pointInTimeMs });
export type Look = Readonly<z.infer<typeof look>>;

/** A return within this time goes on with the same visit: who opens a file and comes back has not read the news yet. */
export const SAME_VISIT_MS = 30 * MINUTE_MS;

/** The visits after a look at this time. `sinceMs` is null until the second visit. */
export function lookedAt(before: Look | null, nowMs: number): Look {
  if (before === null) return { sinceMs: null, lookedAtMs: nowMs };
  // A look this far ahead was made before the clock was set back: until its time came, nothing would be news.
  if (before.lookedAtMs - nowMs > SAME_VISIT_MS)
    return { sinceMs: earlierOf(before.sinceMs, nowMs), lookedAtMs: nowMs };
  const isSameVisit = nowMs - before.lookedAtMs < SAME_VISIT_MS;
  return { sinceMs: isSameVisit ? before.sinceMs : before.lookedAtMs, lookedAtMs: Math.max(nowMs, before.lookedAtMs) };
}

const earlierOf = (sinceMs: number | null, nowMs: number): number | null =>
  sinceMs === null ? null : Math.min(sinceMs, nowMs);

/** The visits once the person has said that the news are read: they count from then on. */
export const seenAt = (nowMs: number): Look => ({ sinceMs: nowMs, lookedAtMs: nowMs });
