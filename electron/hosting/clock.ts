import { randomUUID } from 'node:crypto';

/** Time as a host process needs it. Its timers never keep the process alive. */
export type HostClock = {
  /** Milliseconds since 1970. The wall clock: unlike the steady one it goes on during sleep on every system. */
  readonly nowMs: () => number;
  readonly after: (waitMs: number, work: () => void) => void;
  /** @returns stops the repetition */
  readonly every: (intervalMs: number, work: () => void) => () => void;
};

/** The time of this computer. */
export const hostClock: HostClock = {
  nowMs: () => Date.now(),
  after: (waitMs, work) => void setTimeout(work, waitMs).unref(),
  every: (intervalMs, work) => {
    const timer = setInterval(work, intervalMs).unref();
    return () => clearInterval(timer);
  },
};

/** Makes a name that no other file and no other report has. */
export type NewUuid = () => string;

export const newUuid: NewUuid = () => randomUUID();
