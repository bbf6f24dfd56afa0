import { networkInterfaces } from 'node:os';
import type { HostSignal } from '../host.ts';
import { hostClock } from './clock.ts';

const everyMs = 3_000;
/** A timer that fires this late was stopped by sleep. */
const sleptMs = 30_000;

/** The computer, as far as the watch reads it. */
export type Host = {
  /** Whether any network interface other than loopback is up. */
  readonly isOnline: () => boolean;
  /** Wall clock. A monotonic clock stops during sleep on some systems (`clock_gettime(2)`, CLOCK_MONOTONIC). */
  readonly nowMs: () => number;
};

export const thisHost: Host = {
  isOnline: () =>
    Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .some(({ internal }) => !internal),
  nowMs: hostClock.nowMs,
};

/**
 * Reports when the network comes or goes and when the computer wakes. Reports no initial state: the first request shows
 * it.
 *
 * @returns stops watching
 */
export function watchNetworkAndSleep(report: (signal: HostSignal) => void, host: Host = thisHost): () => void {
  return hostClock.every(everyMs, networkAndSleepPoll(report, host));
}

/** @returns one poll of the computer, which reports what changed since the poll before */
export function networkAndSleepPoll(report: (signal: HostSignal) => void, host: Host): () => void {
  let wasOnline = host.isOnline();
  let lookedAtMs = host.nowMs();
  return () => {
    const isOnline = host.isOnline();
    const now = host.nowMs();
    if (now - lookedAtMs > sleptMs) report('resumed');
    if (isOnline !== wasOnline) report(isOnline ? 'networkUp' : 'networkDown');
    wasOnline = isOnline;
    lookedAtMs = now;
  };
}
