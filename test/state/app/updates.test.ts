import { expect, test } from 'vitest';
import type { Updates } from '../../../src/contract/updates.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { UpdatesState } from '../../../src/state/app/updates.svelte.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';

const resting: Updates = {
  ...{ state: { kind: 'resting' }, problem: null, isDaily: false },
  ...{ checkedAtMs: null, isWebHost: false, filesWithEdits: 0 },
};

const namesIn = (bridge: ReturnType<typeof fakeBridge>) => bridge.asked.map(({ name }) => name);

test('a choice made while the program looks for updates is sent, and so is a look while a choice is under way', async () => {
  const [looking, choosing] = [later<'updates.check'>(), later<'updates.choose'>()];
  const bridge = fakeBridge({ 'updates.check': () => looking.reply, 'updates.get': () => ok(resting) });
  bridge.answer('updates.choose', () => choosing.reply);
  const updates = new UpdatesState(bridge);
  const look = updates.check();
  const first = updates.choose(true);
  await Promise.resolve();
  const beside = namesIn(bridge);
  looking.arrive(resting);
  await look;
  bridge.answer('updates.check', () => ok(resting));
  await updates.check();
  const again = namesIn(bridge).filter((name) => name === 'updates.check').length;
  const second = updates.choose(false);
  choosing.arrive(resting);
  await Promise.all([first, second]);
  const choices = bridge.asked.flatMap(({ name, input }) => (name === 'updates.choose' ? [input] : []));
  expect([beside, again, choices]).toEqual([
    ['updates.check', 'updates.choose'],
    2,
    [{ isDaily: true }, { isDaily: false }],
  ]);
});

test('why a choice was refused stays said when a look for updates succeeds', async () => {
  const bridge = fakeBridge({
    'updates.choose': () => fail({ kind: 'hostGone' }),
    'updates.check': () => ok(resting),
    'updates.get': () => ok(resting),
  });
  const updates = new UpdatesState(bridge);
  await updates.choose(true);
  await updates.check();
  expect(updates.failure).toEqual({ kind: 'hostGone' });
});
