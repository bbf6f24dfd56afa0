import { expect, test } from 'vitest';
import { openerFor } from '../../electron/hosting/open-externally.ts';

test('an address is shown with what the system has for it, and not at all without a display', () => {
  expect(openerFor('address', 'linux', {})).toBeNull();
  expect(openerFor('address', 'linux', { DISPLAY: ':0' })).toEqual({ program: 'xdg-open', flags: [] });
  expect(openerFor('address', 'darwin', {})).toEqual({ program: 'open', flags: [] });
  expect(openerFor('address', 'win32', {})).toEqual({ program: 'rundll32', flags: ['url.dll,FileProtocolHandler'] });
});

test('a folder is shown with the file manager, and not at all without a display', () => {
  expect(openerFor('folder', 'linux', {})).toBeNull();
  expect(openerFor('folder', 'linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual({ program: 'xdg-open', flags: [] });
  expect(openerFor('folder', 'win32', {})).toEqual({ program: 'explorer.exe', flags: [], isQuoted: true });
});
