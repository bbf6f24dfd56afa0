import { expect, test } from 'vitest';
import { openerFor, pageTarget } from '../../electron/hosting/open-externally.ts';

test('a page or a folder is shown with what the system has for it, and not at all without a display', () => {
  expect(openerFor('linux', {})).toBeNull();
  expect(openerFor('linux', { DISPLAY: ':0' })).toEqual({ program: 'xdg-open' });
  expect(openerFor('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual({ program: 'xdg-open' });
  expect(openerFor('darwin', {})).toEqual({ program: 'open' });
  expect(openerFor('win32', {})).toEqual({ program: 'explorer.exe', isQuoted: true });
});

test('the page is named to Windows by its path: its shell finds no file by an address with a letter outside of ASCII', () => {
  const path = 'C:\\Users\\Jörg Łuk\\AppData\\Local\\Pinfold\\entrance\\open.html';
  expect(pageTarget(path, 'win32')).toBe(path);
  expect(pageTarget('/home/jörg/open.html', 'darwin')).toMatch(/^file:\/\/.*\/home\/j%C3%B6rg\/open\.html$/);
});
