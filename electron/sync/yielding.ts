import type { Clock } from './ports.ts';

/** What it takes to end a transaction is a part of this, and all that an edit waits for that comes in its midst. */
const LONGEST_MS = 100;
/** Who has just waited may come again. */
const FIRST_MS = 16;
const ROWS_BETWEEN_LOOKS = 5;

/** @returns told of every row of long work, answers whether it has been enough for one transaction */
function enough(
  { nowMs, hasPendingMessages: hasPendingMessages }: Pick<Clock, 'nowMs' | 'hasPendingMessages'>,
  longestMs = LONGEST_MS,
) {
  const endMs = nowMs() + longestMs;
  let rows = 0;
  let isEnough = false;
  return (): boolean => (isEnough ||= ++rows % ROWS_BETWEEN_LOOKS === 0 && (nowMs() >= endMs || hasPendingMessages()));
}

/**
 * Does work on many rows part by part, and lets others have their turn in between. Parts become longer while nobody waits,
 * because every transaction writes the same pages again, and end as soon as somebody does.
 *
 * @param work goes over its slice to the end, once
 */
export async function yieldAfterTime<T>(
  clock: Pick<Clock, 'nowMs' | 'yieldToEventLoop' | 'hasPendingMessages'>,
  all: readonly T[],
  work: (slice: Iterable<T>) => void,
): Promise<void> {
  const left = all.values();
  let next = left.next();
  let longestMs = FIRST_MS;
  function* slice(): Generator<T> {
    const isEnough = enough(clock, longestMs);
    while (next.done !== true) {
      yield next.value;
      next = left.next();
      if (isEnough()) return;
    }
  }
  while (next.done !== true) {
    work(slice());
    longestMs = clock.hasPendingMessages() ? FIRST_MS : Math.min(2 * longestMs, LONGEST_MS);
    await clock.yieldToEventLoop();
  }
}

/** Files that are worked on without a pause: some tens of milliseconds on a slow machine. */
export const SLICE_FILES = 100;

/** Does long work part by part, and lets others have their turn in between. Each part stands for itself in a crash. */
export async function yieldEvery<T>(
  { yieldToEventLoop: yieldToEventLoop }: Pick<Clock, 'yieldToEventLoop'>,
  all: readonly T[],
  work: (slice: readonly T[]) => void,
): Promise<void> {
  for (let from = 0; from < all.length; from += SLICE_FILES) {
    if (from > 0) await yieldToEventLoop();
    work(all.slice(from, from + SLICE_FILES));
  }
}
