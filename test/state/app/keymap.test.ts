import { expect, test } from 'vitest';
import { type Preferences, preferences as preferencesShape, usualAppearance } from '../../../src/contract/app.ts';
import { channels } from '../../../src/contract/index.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const kept: Preferences = {
  ...{
    theme: 'system',
    letterKeys: true,
    keyChoices: {},
    logLevel: 'errors',
    keyAlertDays: 7,
    keyNotices: true,
    replayNotices: true,
    tray: false,
    updates: { isDaily: false, checkedAtMs: null, rolloutNumber: null },
  },
  ...{ guidedPractice: null, fileColumns: [], rowHeight: 'usual', appearance: usualAppearance, inspectorPx: null },
  language: 'system',
};

/** A keymap over a core that keeps preferences as the real one does. */
function aKeymap() {
  let stored = kept;
  const bridge = fakeBridge({
    'app.setPreferences': (wanted) => {
      stored = preferencesShape.parse({ ...stored, ...channels['app.setPreferences'].input.parse(wanted) });
      return ok(stored);
    },
  });
  const { app } = portsOf(bridge);
  return { ...app, bridge, stored: () => stored };
}

const press = (key: string, held: Partial<KeyboardEventInit> = {}, timeStamp = 0) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, timeStamp },
  ...held,
});

test('a press means what its keys are for, where they work', () => {
  const { keymap } = aKeymap();
  expect(keymap.shortcutOf(press('F2'), 'files')).toBe('rename');
  expect(keymap.shortcutOf(press('F2'), 'everywhere', 'changes')).toBeNull();
  expect(keymap.shortcutOf(press('k', { metaKey: true }), 'everywhere')).toBe('palette');
});

test('other keys take the place of the usual ones, wherever they are shown', async () => {
  const { keymap, stored } = aKeymap();
  expect(await keymap.choose('rename', 'F9')).toBe(true);
  expect(stored().keyChoices).toEqual({ rename: ['F9'] });
  expect([keymap.shown('rename'), keymap.aria('rename')]).toEqual(['F9', 'F9']);
  expect(keymap.shortcutOf(press('F9'), 'files')).toBe('rename');
  expect(keymap.shortcutOf(press('F2'), 'files')).toBeNull();
  await keymap.reset('rename');
  expect(keymap.shown('rename')).toBe('F2');
});

test('another preference leaves the chosen keys alone', async () => {
  const { keymap, preferences } = aKeymap();
  await keymap.choose('rename', 'F9');
  await preferences.choose({ theme: 'dark' });
  expect(keymap.shown('rename')).toBe('F9');
});

test('keys that cannot be stored are not chosen', async () => {
  const { keymap, bridge } = aKeymap();
  bridge.answer('app.setPreferences', () => fail({ kind: 'unexpected', reference: 'r-1' }));
  expect(await keymap.choose('rename', 'F9')).toBe(false);
  expect(keymap.shown('rename')).toBe('F2');
});

test('while letters are no keys, only other keys are shown and heard', async () => {
  const { keymap, preferences } = aKeymap();
  await preferences.choose({ letterKeys: false });
  expect([keymap.shown('editMetadata'), keymap.aria('editMetadata')]).toEqual([null, undefined]);
  expect([keymap.shown('search'), keymap.aria('search')]).toEqual(['Ctrl F', 'Control+F Meta+F']);
  expect(keymap.shortcutOf(press('e'), 'files')).toBeNull();
  expect(keymap.shortcutOf(press('F2'), 'files')).toBe('rename');
});

test('G leads one more key, for a moment, where letters are heard', () => {
  const { keymap } = aKeymap();
  keymap.lead(press('g', {}, 1_000), true);
  expect(keymap.shortcutOf(press('k', {}, 2_400), 'everywhere', 'lists')).toBe('goKeys');
  expect(keymap.shortcutOf(press('k', {}, 2_600), 'lists')).toBe('previousRow');
  expect(keymap.shortcutOf(press('F2', {}, 1_100), 'files')).toBe('rename');
  keymap.lead(press('g', {}, 3_000), false);
  expect(keymap.shortcutOf(press('k', {}, 3_100), 'lists')).toBe('previousRow');
});
