import { expect, test, vi } from 'vitest';
import { ok } from '../../../src/domain/core/result.ts';
import { PracticeState } from '../../../src/state/settings/practice.svelte.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

test('the switches of practice follow a network that goes down by itself', async () => {
  const now = { running: true, networkOn: true, fault: 'none', listing: true } as const;
  const bridge = fakeBridge({ 'practice.state': () => ok(now) });
  const practice = new PracticeState(portsOf(bridge));
  const stop = practice.watch();
  await vi.waitFor(() => expect(practice.now?.networkOn).toBe(true));
  bridge.answer('practice.state', () => ok({ ...now, networkOn: false }));
  bridge.announce('status.changed');
  await vi.waitFor(() => expect(practice.now?.networkOn).toBe(false));
  stop();
  expect(bridge.listeners()).toBe(0);
});
