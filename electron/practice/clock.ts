/** Where the service takes its time from, so that a test can stop or move it. */
export type Clock = {
  /** Milliseconds since 1970. */
  nowMs(): number;
};

export const systemClock: Clock = { nowMs: () => Date.now() };
