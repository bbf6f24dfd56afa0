/** The clock of the practice service, which a test can stop or move. */
export type Clock = {
  /** Milliseconds since 1970. */
  nowMs(): number;
};

export const systemClock: Clock = { nowMs: () => Date.now() };

/** Waits until the time is over or the signal is aborted. @returns whether the time is over */
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
