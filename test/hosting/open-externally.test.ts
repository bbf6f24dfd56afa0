import { expect, test } from 'vitest';
import { openerFor } from '../../electron/web-host/open-browser.ts';

test('an address is shown with what the system has for it, and not at all without a display', () => {
  expect(openerFor('linux', {})).toBeNull();
  expect(openerFor('linux', { DISPLAY: ':0' })).toEqual({ program: 'xdg-open', words: [] });
  expect(openerFor('darwin', {})).toEqual({ program: 'open', words: [] });
  expect(openerFor('win32', {})).toEqual({ program: 'rundll32', words: ['url.dll,FileProtocolHandler'] });
});
