import type { Clock } from './ports.ts';

/** Files that are worked on without a pause: some tens of milliseconds on a slow machine. */
export const SLICE_FILES = 100;

/** Does long work part by part, and lets others have their turn in between. Each part stands for itself in a crash. */
export async function inSlices<T>(
  { breathe }: Pick<Clock, 'breathe'>,
  all: readonly T[],
  work: (slice: readonly T[]) => void,
): Promise<void> {
  for (let from = 0; from < all.length; from += SLICE_FILES) {
    if (from > 0) await breathe();
    work(all.slice(from, from + SLICE_FILES));
  }
}
