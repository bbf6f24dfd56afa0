import { networkInterfaces } from 'node:os';
import type { HostSignal } from '../../src/domain/service/host-signal.ts';
import { hostClock, type HostClock } from './clock.ts';

const everyMs = 3_000;
/** A timer that fires this late was stopped by sleep. */
const sleptMs = 30_000;

/**
 * Looks in a row after which a computer is awake again. A system may say that it falls asleep and stay awake, or wake without
 * saying so; the wakes that it keeps to itself are shorter.
 */
const LOOKS_AWAKE = 40;

/** The computer, as far as the watch reads it. */
export type Host = {
  /** Whether a network interface is up that may lead to a service. */
  readonly isOnline: () => boolean;
  /** Wall clock. A monotonic clock stops during sleep on some systems (`clock_gettime(2)`, CLOCK_MONOTONIC). */
  readonly nowMs: () => number;
};

/**
 * Tunnels, peer-to-peer radio and switches between virtual machines: they have addresses with the network off. A switch that a
 * person has put in front of the network card is none of them: it has the address of the card (Microsoft, "External switch").
 */
const VIRTUAL = new RegExp(
  [
    '^(utun|awdl|llw|anpi|bridge\\d|vmnet|vnic\\d|docker|br-[0-9a-f]{12}$|veth|vboxnet|virbr\\d|lx[cd]br\\d|(cni-)?podman\\d',
    'vEthernet \\((WSL|Default Switch|nat|DockerNAT)\\b|VMware Network Adapter|VirtualBox Host-Only)',
  ].join('|'),
);
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
  let awakeLooks = 0;
  const look = networkAndSleepPoll(report, { ...host, isOnline: () => !isAsleep && host.isOnline() });
  const wakeUp = (): void => {
    isAsleep = false;
    look();
    report('resumed');
  };
  return {
    fallAsleep: () => {
      isAsleep = true;
      awakeLooks = 0;
      look();
    },
    wakeUp,
    stop: every(everyMs, () => {
      const hasSlept = look();
      awakeLooks = hasSlept ? 1 : awakeLooks + 1;
      if (isAsleep && awakeLooks >= LOOKS_AWAKE) wakeUp();
    }),
  };
}

/**
 * @returns one poll of the computer, which reports what changed since the poll before, and returns whether the computer
 *   slept since
 */
export function networkAndSleepPoll(report: (signal: HostSignal) => void, host: Host): () => boolean {
  let wasOnline = host.isOnline();
  let lookedAtMs = host.nowMs();
  return () => {
    const isOnline = host.isOnline();
    const now = host.nowMs();
    const hasSlept = now - lookedAtMs > sleptMs;
    if (hasSlept) report('resumed');
    if (isOnline !== wasOnline) report(isOnline ? 'networkUp' : 'networkDown');
    wasOnline = isOnline;
    lookedAtMs = now;
    return hasSlept;
  };
}
