import { expect, test } from 'vitest';
import { networkAndSleepPoll } from '../../electron/hosting/network-and-sleep-watch.ts';

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
