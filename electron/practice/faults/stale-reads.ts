import type { Clock } from '../clock.ts';
import type { StoredFile } from '../tables/records.ts';

export type StaleReads = ReturnType<typeof staleReads>;

/** Earlier versions of files, for reads from a replica that lags behind. */
export function staleReads(clock: Clock) {
  const earlier = new Map<string, { readonly file: StoredFile; readonly untilMs: number }>();
  return {
    /** Keeps the version before a change. @param lagMs how long reads show it; 0 forgets it at once */
    remember(file: StoredFile, lagMs: number): void {
      if (lagMs > 0) earlier.set(file.id, { file, untilMs: clock.nowMs() + lagMs });
      else earlier.delete(file.id);
    },
    forget: (): void => earlier.clear(),
    /** The version that a read shows now. */
    seen(file: StoredFile): StoredFile {
      const before = earlier.get(file.id);
      if (!before) return file;
      if (clock.nowMs() < before.untilMs) return before.file;
      earlier.delete(file.id);
      return file;
    },
  };
}
