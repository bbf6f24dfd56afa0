import type { Clock } from './ports.ts';

/** A transaction so long keeps a person's edit waiting no longer than is noticed. */
const WANTED_MS = 16;
const FIRST_ROWS = 200;
const FEWEST_ROWS = 50;

/**
 * Does work on many rows part by part, and lets others have their turn in between. Parts are as large as the time they
 * may take allows, because every transaction writes the same pages again.
 */
export async function inTimeSlices<T>(
  { nowMs, breathe }: Pick<Clock, 'nowMs' | 'breathe'>,
  all: readonly T[],
  work: (slice: readonly T[]) => void,
): Promise<void> {
  let rows = FIRST_ROWS;
  for (let from = 0; from < all.length;) {
    const slice = all.slice(from, from + rows);
    const startedAtMs = nowMs();
    work(slice);
    const tookMs = nowMs() - startedAtMs;
    from += slice.length;
    const fitting = tookMs === 0 ? Infinity : Math.floor((slice.length * WANTED_MS) / tookMs);
    rows = Math.min(Math.max(fitting, FEWEST_ROWS), 2 * rows);
    await breathe();
  }
}
