import { expect, test } from 'vitest';
import { type Preferences, usualAppearance } from '../../../src/contract/app.ts';
import { ok } from '../../../src/domain/core/result.ts';
import { PreferencesState } from '../../../src/state/app/preferences.svelte.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';

const kept: Preferences = {
  ...{ theme: 'light', letterKeys: true, keyChoices: {}, logLevel: 'errors', keyAlertDays: 7, keyNotices: true },
  ...{ replayNotices: true, tray: false, guidedPractice: null, fileColumns: [], rowHeight: 'usual' },
  ...{ appearance: usualAppearance, inspectorPx: null, language: 'system' },
  updates: { isDaily: false, checkedAtMs: null, rolloutNumber: null },
};

test('what is chosen in another window is taken, as long as the page is watched', async () => {
  const bridge = fakeBridge({ 'app.preferences': () => ok(kept) });
  const preferences = new PreferencesState(bridge);
  const stop = preferences.watch();
  bridge.announce('preferences.changed');
  await expect.poll(() => preferences.theme).toBe('light');
  bridge.answer('app.preferences', () => ok({ ...kept, theme: 'dark' }));
  stop();
  bridge.announce('preferences.changed');
  expect([preferences.theme, bridge.listeners()]).toEqual(['light', 0]);
});

test('a choice on its way is not undone by what was read before it arrived', async () => {
  const stored = later<'app.setPreferences'>();
  const bridge = fakeBridge({ 'app.preferences': () => ok(kept), 'app.setPreferences': () => stored.reply });
  const preferences = new PreferencesState(bridge);
  const choosing = preferences.choose({ tray: true });
  await preferences.load();
  expect(preferences.tray).toBe(true);
  stored.arrive({ ...kept, tray: true, theme: 'dark' });
  await choosing;
  expect([preferences.tray, preferences.theme]).toEqual([true, 'dark']);
});

test('of two choices in quick succession neither is taken back by the answer to the other, unless it is refused', async () => {
  const [first, second] = [later<'app.setPreferences'>(), later<'app.setPreferences'>()];
  const bridge = fakeBridge({ 'app.setPreferences': ({ tray }) => (tray === undefined ? second.reply : first.reply) });
  const preferences = new PreferencesState(bridge);
  const choosing = preferences.choose({ tray: true });
  const alsoChoosing = preferences.choose({ keyNotices: false, theme: 'dark' });
  first.arrive({ ...kept, tray: true });
  await choosing;
  expect([preferences.tray, preferences.keyNotices, preferences.theme]).toEqual([true, false, 'dark']);
  second.fail({ kind: 'hostGone' });
  await alsoChoosing;
  expect([preferences.tray, preferences.keyNotices, preferences.theme]).toEqual([true, true, 'light']);
});

test('when two choices about the same are refused, what was stored before both returns', async () => {
  const [first, second] = [later<'app.setPreferences'>(), later<'app.setPreferences'>()];
  const bridge = fakeBridge({ 'app.setPreferences': ({ theme }) => (theme === 'dark' ? first.reply : second.reply) });
  const preferences = new PreferencesState(bridge);
  const choosing = [preferences.choose({ theme: 'dark' }), preferences.choose({ theme: 'light' })];
  first.fail({ kind: 'hostGone' });
  await choosing[0];
  expect(preferences.theme).toBe('light');
  second.fail({ kind: 'hostGone' });
  await choosing[1];
  expect(preferences.theme).toBe('system');
});

test('what was chosen in another window is taken after a choice here that was refused meanwhile', async () => {
  const stored = later<'app.setPreferences'>();
  const bridge = fakeBridge({ 'app.preferences': () => ok(kept), 'app.setPreferences': () => stored.reply });
  const preferences = new PreferencesState(bridge);
  const choosing = preferences.choose({ tray: true });
  await preferences.load();
  stored.fail({ kind: 'hostGone' });
  await choosing;
  expect([preferences.tray, preferences.theme, preferences.failure]).toEqual([false, 'light', { kind: 'hostGone' }]);
});
