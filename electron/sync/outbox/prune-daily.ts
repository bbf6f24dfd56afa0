import { DAY_MS } from '../../../src/domain/core/durations.ts';
import type { Clock } from '../ports.ts';

type RetentionPorts = {
  /** Removes edits that have been over for long enough. @returns how many */
  readonly prune: (nowMs: number) => number;
  readonly clock: Pick<Clock, 'nowMs' | 'wakeAt'>;
  /** Listens to edits that were removed. */
  readonly pruned: () => void;
  readonly report: (error: unknown) => void;
};

/** Prunes the outbox now and every day until the signal: an app in the tray runs for months. */
export function pruneDaily(ports: RetentionPorts, until: AbortSignal): void {
  const { clock } = ports;
  let cancelWake: () => void = () => undefined;
  const work = (): void => {
    pruneNow(ports);
    cancelWake = clock.wakeAt(clock.nowMs() + DAY_MS, work);
  };
  if (until.aborted) return;
  until.addEventListener('abort', () => cancelWake(), { once: true });
  work();
}

/** A disk that refuses ends neither the start nor the schedule. */
function pruneNow({ prune, clock, pruned, report }: RetentionPorts): void {
  try {
    if (prune(clock.nowMs()) > 0) pruned();
  } catch (error) {
    report(error);
  }
}
