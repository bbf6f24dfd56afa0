import { randomUUID } from 'node:crypto';

/** The clock of a host process. Its timers never keep the process alive (Node.js, `timeout.unref`). */
export type HostClock = {
  /**
   * Wall clock, in milliseconds since 1970. A monotonic clock stops during sleep on some systems (clock_gettime(2)).
   */
  readonly nowMs: () => number;
  /** Runs work once. */
  readonly after: (waitMs: number, work: () => void) => void;
  /** Runs work repeatedly. @returns stops it */
  readonly every: (intervalMs: number, work: () => void) => () => void;
};

export const hostClock: HostClock = {
  nowMs: () => Date.now(),
  after: (waitMs, work) => void setTimeout(work, waitMs).unref(),
  every: (intervalMs, work) => {
    const timer = setInterval(work, intervalMs).unref();
    return () => clearInterval(timer);
  },
};

/** Waits, and keeps the process alive meanwhile: the files that a program writes last have nothing else that does. */
export const waitAlive = (waitMs: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, waitMs));

/** Makes a unique name, for a file or a report. */
export type NewUuid = () => string;

export const newUuid: NewUuid = () => randomUUID();
