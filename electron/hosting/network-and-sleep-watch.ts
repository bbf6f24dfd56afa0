import { networkInterfaces } from 'node:os';
import type { HostSignal } from '../host.ts';
import { hostClock } from './clock.ts';

const everyMs = 3_000;
/** A timer this late did not run because the machine slept. */
const sleptMs = 30_000;

export type Host = {
  /** Whether any way out of the machine is up. */
  readonly isOnline: () => boolean;
  /** Wall clock: unlike the steady one it goes on during sleep on every system. */
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
 * Tells when the network comes or goes and when the machine wakes. Only changes are told: how things are at the start
 * shows when the first request is made.
 *
 * @returns stops watching
 */
export function watchNetworkAndSleep(tell: (signal: HostSignal) => void, machine: Host = thisHost): () => void {
  return hostClock.every(everyMs, networkAndSleepPoll(tell, machine));
}

/** @returns one look at the machine, to be repeated */
export function networkAndSleepPoll(tell: (signal: HostSignal) => void, machine: Host): () => void {
  let wasOnline = machine.isOnline();
  let lookedAtMs = machine.nowMs();
  return () => {
    const isOnline = machine.isOnline();
    const now = machine.nowMs();
    if (now - lookedAtMs > sleptMs) tell('resumed');
    if (isOnline !== wasOnline) tell(isOnline ? 'networkUp' : 'networkDown');
    wasOnline = isOnline;
    lookedAtMs = now;
  };
}
