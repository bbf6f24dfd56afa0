import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { hasDisplay } from '../../electron/launch/electron-runtime.mjs';
import { isNewEnough } from '../../electron/launch/node.mjs';

const start = (...words: string[]) =>
  spawnSync(process.execPath, ['electron/launch/start.mjs', ...words], { encoding: 'utf8' });

test('help is printed before anything is installed or built', () => {
  expect(start('--help')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Usage: npm start -- [options]'),
  });
});

test('an unknown option ends with code 2 and one sentence', () => {
  expect(start('--frobnicate')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: 'There is no option --frobnicate. Try --help.\n',
  });
});

test.each([
  ['20.20.2', false],
  ['22.13.1', false],
  ['22.14.0', true],
  ['24.1.0', true],
])('Node %s is new enough: %s', (version, expected) => {
  expect(isNewEnough(version)).toBe(expected);
});

test('a display is assumed on a desktop system and looked for on Linux', () => {
  expect(hasDisplay('linux', {})).toBe(false);
  expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  expect(hasDisplay('darwin', {})).toBe(true);
});
