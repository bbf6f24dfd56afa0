import { expect, test } from 'vitest';
import { leadsOut, networkAndSleepPoll, watchNetworkAndSleep } from '../../electron/hosting/network-and-sleep-watch.ts';

function watched() {
  const told: string[] = [];
  const state = { online: true, nowMs: 1_000_000 };
  const look = networkAndSleepPoll((signal) => told.push(signal), {
    isOnline: () => state.online,
    nowMs: () => state.nowMs,
  });
  return { told, state, look };
}

test('a network that comes or goes is reported once', () => {
  const { told, state, look } = watched();
  look();
  state.online = false;
  look();
  look();
  state.online = true;
  look();
  expect(told).toEqual(['networkDown', 'networkUp']);
});

test('a look that comes far too late means that the machine slept', () => {
  const { told, state, look } = watched();
  state.nowMs += 3_000;
  look();
  state.nowMs += 3_600_000;
  look();
  expect(told).toEqual(['resumed']);
});

test('a machine that sleeps has no network, and when it wakes it has the one that is there', () => {
  const told: string[] = [];
  const state = { online: true };
  const looks: (() => void)[] = [];
  const host = { isOnline: () => state.online, nowMs: () => 1_000_000 };
  const every = (_ms: number, look: () => void): (() => void) => {
    looks.push(look);
    return () => void looks.pop();
  };
  const watch = watchNetworkAndSleep((signal) => told.push(signal), host, { every });
  watch.fallAsleep();
  looks[0]!();
  expect(told).toEqual(['networkDown']);
  watch.wakeUp();
  expect(told.splice(0)).toEqual(['networkDown', 'networkUp', 'resumed']);
  watch.fallAsleep();
  state.online = false;
  watch.wakeUp();
  expect(told.splice(0)).toEqual(['networkDown', 'resumed']);
  state.online = true;
  looks[0]!();
  expect(told).toEqual(['networkUp']);
  watch.stop();
  expect(looks).toEqual([]);
});

test('a machine that goes on for two minutes is awake, also where nobody said that it woke', () => {
  const told: string[] = [];
  const state = { nowMs: 1_000_000 };
  let look = (): void => undefined;
  const host = { isOnline: () => true, nowMs: () => state.nowMs };
  const every = (_ms: number, work: () => void): (() => void) => {
    look = work;
    return () => undefined;
  };
  const watch = watchNetworkAndSleep((signal) => told.push(signal), host, { every });
  const goOn = (seconds: number): void => {
    for (let gone = 0; gone < seconds; gone += 3) {
      state.nowMs += 3_000;
      look();
    }
  };
  watch.fallAsleep();
  goOn(117);
  // A wake that the system keeps to itself is short.
  state.nowMs += 3_600_000;
  goOn(117);
  expect(told.splice(0)).toEqual(['networkDown', 'resumed']);
  goOn(3);
  expect(told.splice(0)).toEqual(['networkUp', 'resumed']);
  goOn(120);
  expect(told).toEqual([]);
});

const up = (address: string, internal = false) => ({
  ...{ address, internal, netmask: '', mac: '', cidr: null },
  ...(address.includes(':') ? { family: 'IPv6' as const, scopeid: 0 } : { family: 'IPv4' as const }),
});

test.each(['vEthernet (External Switch)', 'br-lan', 'br-ex', 'br0'])(
  'a bridge that has the address of the network card, %s, leads out',
  (name) => {
    expect(leadsOut({ [name]: [up('192.168.1.7')] })).toBe(true);
  },
);

test('addresses that a computer has without a network lead nowhere', () => {
  expect(leadsOut({})).toBe(false);
  expect(leadsOut({ lo: [up('127.0.0.1', true)], en0: [up('fe80::1'), up('169.254.3.4')] })).toBe(false);
  expect(leadsOut({ utun3: [up('100.64.0.1')], 'vEthernet (WSL)': [up('172.20.0.1')], awdl0: [up('fe80::2')] })).toBe(
    false,
  );
  for (const name of [
    'vEthernet (Default Switch)',
    'vEthernet (WSL (Hyper-V firewall))',
    'br-0123456789ab',
    'bridge100',
    'VMware Network Adapter VMnet8',
    'VirtualBox Host-Only Network #2',
    ...['virbr0', 'lxdbr0', 'lxcbr0', 'podman0', 'cni-podman0', 'vnic1'],
  ])
    expect(leadsOut({ [name]: [up('172.20.0.1')] })).toBe(false);
  expect(leadsOut({ en0: [up('fe80::1'), up('192.168.1.7')] })).toBe(true);
  expect(leadsOut({ eth0: [up('2001:db8::7')] })).toBe(true);
});
