import { networkInterfaces } from 'node:os';
import type { HostSignal } from '../../src/domain/service/host-signal.ts';
import { hostClock, type HostClock } from './clock.ts';

const everyMs = 3_000;
/** A timer that fires this late was stopped by sleep. */
const sleptMs = 30_000;

/** The computer, as far as the watch reads it. */
export type Host = {
  /** Whether a network interface is up that may lead to a service. */
  readonly isOnline: () => boolean;
  /** Wall clock. A monotonic clock stops during sleep on some systems (`clock_gettime(2)`, CLOCK_MONOTONIC). */
  readonly nowMs: () => number;
};

/** Tunnels, peer-to-peer radio and switches between virtual machines: they have addresses with the network off. */
const VIRTUAL = /^(utun|awdl|llw|anpi|bridge|vmnet|docker|br-|veth|vEthernet|vboxnet)/;
/** Addresses that a computer gives itself, and nobody routes (RFC 4291, 2.5.6; RFC 3927). */
const LINK_LOCAL = /^(fe[89ab][0-9a-f]:|169\.254\.)/i;

/** Whether one of these interfaces may lead to a service. */
export const leadsOut = (interfaces: ReturnType<typeof networkInterfaces>): boolean =>
  Object.entries(interfaces).some(
    ([name, addresses = []]) =>
      !VIRTUAL.test(name) && addresses.some(({ internal, address }) => !internal && !LINK_LOCAL.test(address)),
  );

export const thisHost: Host = { isOnline: () => leadsOut(networkInterfaces()), nowMs: hostClock.nowMs };

/** A watch over network and sleep. A host that hears of sleep tells it; elsewhere a late timer does. */
export type NetworkAndSleepWatch = {
  /** No request begins any more: one that sleep cuts has an outcome that nobody knows. */
  readonly fallAsleep: () => void;
  readonly wakeUp: () => void;
  readonly stop: () => void;
};

/**
 * Reports when the network comes or goes and when the computer wakes. Reports no initial state: the first request shows
 * it.
 */
export function watchNetworkAndSleep(
  report: (signal: HostSignal) => void,
  host: Host = thisHost,
  { every }: Pick<HostClock, 'every'> = hostClock,
): NetworkAndSleepWatch {
  let isAsleep = false;
  const look = networkAndSleepPoll(report, { ...host, isOnline: () => !isAsleep && host.isOnline() });
  return {
    fallAsleep: () => {
      isAsleep = true;
      look();
    },
    wakeUp: () => {
      isAsleep = false;
      look();
      report('resumed');
    },
    stop: every(everyMs, look),
  };
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
