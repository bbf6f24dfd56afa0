import { expect, test } from 'vitest';
import { ok } from '../../../src/domain/core/result.ts';
import { keyChoices } from '../../../src/domain/keyboard/keymap.ts';
import { KeyCaptureState } from '../../../src/state/settings/key-capture.svelte.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const press = (key: string, held: Partial<KeyboardEventInit> = {}) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...held,
});

function aCapture() {
  const bridge = fakeBridge();
  const { app } = portsOf(bridge);
  const before = app.preferences;
  bridge.answer('app.setPreferences', (wanted) =>
    ok({
      ...{
        theme: before.theme,
        letterKeys: true,
        logLevel: 'errors',
        keyAlertDays: 7,
        keyNotices: true,
        replayNotices: true,
        tray: false,
        updates: { isDaily: false, checkedAtMs: null, rolloutNumber: null },
      },
      ...{ guidedPractice: null, fileColumns: [], rowHeight: 'usual', appearance: before.appearance },
      ...{ inspectorPx: null, language: 'system', keyChoices: keyChoices.parse(wanted.keyChoices) },
    }),
  );
  return { capture: new KeyCaptureState(app.keymap), keymap: app.keymap };
}

test('the keys that are pressed next are the new ones', async () => {
  const { capture, keymap } = aCapture();
  capture.begin('rename');
  await capture.press(press('Control', { ctrlKey: true }));
  expect(capture.capturing).toBe('rename');
  await capture.press(press('j', { ctrlKey: true }));
  expect(keymap.shown('rename')).toBe('Ctrl J');
  expect([capture.capturing, capture.outcome]).toEqual([null, { kind: 'changed', id: 'rename' }]);
});

test('Esc leaves all as it was', async () => {
  const { capture, keymap } = aCapture();
  capture.begin('rename');
  await capture.press(press('Escape'));
  expect([capture.capturing, keymap.shown('rename'), capture.outcome]).toEqual([null, 'F2', null]);
});

test('G waits for a second key where lists hear it, and is refused elsewhere', async () => {
  const { capture, keymap } = aCapture();
  capture.begin('rename');
  await capture.press(press('g'));
  expect(capture.isLed).toBe(true);
  await capture.press(press('n'));
  expect(keymap.shown('rename')).toBe('G N');
  capture.begin('useMine');
  await capture.press(press('g'));
  expect(capture.problem).toMatchObject({ chord: 'G', problem: { as: 'leads' } });
});

test('keys that belong to the browser leave another try', async () => {
  const { capture, keymap } = aCapture();
  capture.begin('rename');
  await capture.press(press('w', { ctrlKey: true }));
  expect([capture.capturing, capture.problem?.problem]).toEqual(['rename', { kind: 'reserved', as: 'system' }]);
  await capture.press(press('F9'));
  expect([keymap.shown('rename'), capture.problem]).toEqual(['F9', null]);
});

test('keys of another shortcut are swapped when the person says so, and left otherwise', async () => {
  const { capture, keymap } = aCapture();
  capture.begin('rename');
  await capture.press(press('e'));
  expect([capture.capturing, keymap.shown('rename')]).toEqual([null, 'F2']);
  expect(capture.problem?.problem).toMatchObject({ by: ['editMetadata'] });
  await capture.swap();
  expect([keymap.shown('rename'), keymap.shown('editMetadata')]).toEqual(['E', 'F2']);
  await capture.reset('rename');
  expect([keymap.shown('rename'), keymap.shown('editMetadata')]).toEqual(['F2', 'E']);
});

test('all keys are as usual again at once', async () => {
  const { capture, keymap } = aCapture();
  await keymap.choose('rename', 'F9');
  await keymap.choose('checkNow', 'F8');
  await capture.resetAll();
  expect([keymap.choices, capture.outcome]).toEqual([{}, { kind: 'allReset' }]);
});
