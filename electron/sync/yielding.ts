import type { Clock } from './ports.ts';

/** Items between two pauses of work whose items cost much the same: some tens of milliseconds on a slow machine. */
export const SLICE_FILES = 100;

/**
 * A long list in slices of equal length. Yields to the event loop between two slices and neither before the first nor
 * after the last. Each slice stands for itself in a crash.
 */
export async function* slicesOf<T>(
  clock: Pick<Clock, 'yieldToEventLoop'>,
  all: readonly T[],
  sliceLength = SLICE_FILES,
): AsyncGenerator<readonly T[], void, undefined> {
  for (let from = 0; from < all.length; from += sliceLength) {
    if (from > 0) await clock.yieldToEventLoop();
    yield all.slice(from, from + sliceLength);
  }
}

/** Longest slice: a message that arrives in its midst waits for its rest and for the commit. */
const LONGEST_MS = 100;
/** First slice, and the one after a message waited: the sender may send another. */
const SHORTEST_MS = 16;
/** Longest end of a slice, which its consumer needs to write the rows, and in which no message is heard. */
const LONGEST_END_MS = 16;
/** Shorter slices cost more for each row than a message gains. */
const LEAST_MS = 4;
const ROWS_BETWEEN_LOOKS = 5;
/** Rows that take longer, as records of a thousand keys do, are each looked after. */
const MS_BETWEEN_LOOKS = 4;

/**
 * A long list in slices for one transaction each; yields to the event loop after every slice. Slices grow while no message
 * waits, because every transaction writes the same pages again, and end as soon as a message waits. They grow no longer
 * than lets the transaction end soon: rows of much metadata may leave most of the work to that end.
 *
 * The consumer must go through each slice to its end, once, before it asks for the next.
 */
export async function* timedSlicesOf<T>(
  clock: Pick<Clock, 'nowMs' | 'yieldToEventLoop' | 'hasPendingMessages'>,
  all: Iterable<T>,
): AsyncGenerator<Iterable<T>, void, undefined> {
  const items = all[Symbol.iterator]();
  let next = items.next();
  let rowsEndedMs = 0;
  function* slice(longestMs: number): Generator<T, void, undefined> {
    const isOver = sliceEnd(clock, longestMs);
    while (next.done !== true) {
      yield next.value;
      next = items.next();
      if (isOver()) break;
    }
    rowsEndedMs = clock.nowMs();
  }
  let longestMs = SHORTEST_MS;
  while (next.done !== true) {
    const beganMs = clock.nowMs();
    yield slice(longestMs);
    const [rowsMs, endMs] = [rowsEndedMs - beganMs, clock.nowMs() - rowsEndedMs];
    const wantedMs = clock.hasPendingMessages() ? SHORTEST_MS : Math.min(2 * longestMs, LONGEST_MS);
    longestMs = Math.max(LEAST_MS, Math.min(wantedMs, rowsMs * (LONGEST_END_MS / Math.max(1, endMs))));
    await clock.yieldToEventLoop();
  }
}

/** @returns called after every row, answers whether the slice is over */
function sliceEnd(
  { nowMs, hasPendingMessages }: Pick<Clock, 'nowMs' | 'hasPendingMessages'>,
  longestMs: number,
): () => boolean {
  const beganMs = nowMs();
  let [rows, lookedMs] = [0, beganMs];
  return () => {
    const now = nowMs();
    if (++rows % ROWS_BETWEEN_LOOKS !== 0 && now - lookedMs < MS_BETWEEN_LOOKS) return false;
    lookedMs = now;
    return now - beganMs >= longestMs || hasPendingMessages();
  };
}
