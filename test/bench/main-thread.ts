import { monitorEventLoopDelay } from 'node:perf_hooks';
import { z } from 'zod';

export const delay = z.object({
  p99Ms: z.number(),
  maxMs: z.number(),
  /** The most it was itself at work between two turns; the rest of a gap it waited, for a processor as a rule. */
  workMs: z.number(),
});
/** How long the main thread kept others waiting, beyond what a timer waits anyway. */
export type Delay = z.infer<typeof delay>;

/** The monitor's values hold its own pause. */
const MONITOR_PAUSE_MS = 1;

/** Watches the thread that calls it. */
export function mainThreadWatch() {
  const delays = monitorEventLoopDelay({ resolution: MONITOR_PAUSE_MS });
  const work = workWatch();
  let isMetered = false;
  return {
    begin: (): void => {
      isMetered = true;
      delays.enable();
      delays.reset();
      work.begin();
    },
    /** @returns null when nothing was to be watched */
    end: (): Delay | null => {
      delays.disable();
      const workMs = work.end();
      const beyondPause = (ns: number): number => Math.max(0, ns / 1e6 - MONITOR_PAUSE_MS);
      const [p99Ms, maxMs] = [beyondPause(delays.percentile(99)), beyondPause(delays.max)];
      return isMetered && delays.count > 0 ? { p99Ms, maxMs, workMs } : null;
    },
  };
}

/** On a machine with more to do than processors a thread waits without doing anything, so its processor time is told apart. */
function workWatch() {
  let timer: NodeJS.Timeout | undefined;
  let longestMs = 0;
  return {
    begin: (): void => {
      let before = process.threadCpuUsage();
      timer = setInterval(() => {
        const { user, system } = process.threadCpuUsage(before);
        longestMs = Math.max(longestMs, (user + system) / 1_000);
        before = process.threadCpuUsage();
      }, MONITOR_PAUSE_MS);
    },
    end: (): number => {
      clearInterval(timer);
      return longestMs;
    },
  };
}

export const workWords = (of: Delay | null): string =>
  of === null ? '' : `at work ${of.workMs.toPrecision(2)} ms at most at a time`;
