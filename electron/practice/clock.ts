/** Where the service takes its time from, so that a test can stop or move it. */
export type Clock = {
  /** Milliseconds since 1970. */
  nowMs(): number;
};

export const systemClock: Clock = { nowMs: () => Date.now() };

/** Waits, or stops waiting when the signal fires. @returns whether the time was waited out */
export function wait(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(true), ms);
    const stop = (): void => finish(false);
    const finish = (outcome: boolean): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve(outcome);
    };
    signal.addEventListener('abort', stop);
  });
}
