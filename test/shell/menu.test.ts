import { expect, test } from 'vitest';
import { menuTemplate } from '../../electron/shell/menu.ts';

test('a Mac has a menu of the app beside the one that closes windows', () => {
  const rolesOn = (platform: NodeJS.Platform) => menuTemplate(platform, true, 'en').flatMap(({ role }) => role ?? []);
  expect(rolesOn('darwin')).toEqual(['appMenu', 'fileMenu', 'editMenu', 'windowMenu']);
  expect(rolesOn('win32')).toEqual(['fileMenu', 'editMenu', 'windowMenu']);
});

test('the developer tools are in the menu only where the app is run from its sources', () => {
  expect(JSON.stringify(menuTemplate('linux', false, 'en'))).toContain('toggleDevTools');
  expect(JSON.stringify(menuTemplate('linux', true, 'en'))).not.toContain('toggleDevTools');
});

test('a page grows also by a plus without Shift, as German keyboards have it, and by that of a number pad', () => {
  for (const platform of ['darwin', 'win32', 'linux'] as const) {
    const items = menuTemplate(platform, true, 'de').flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
    const growing = items.filter(({ role }) => role === 'zoomIn');
    expect(growing.map(({ accelerator, visible }) => ({ accelerator, visible }))).toEqual([
      { accelerator: undefined, visible: undefined },
      { accelerator: 'CommandOrControl+=', visible: false },
      { accelerator: 'CommandOrControl+numadd', visible: false },
    ]);
  }
});

test('every item of the menus has a German word, on every system, and keeps what it does', () => {
  for (const platform of ['darwin', 'win32', 'linux'] as const) {
    const items = (language: 'en' | 'de') =>
      menuTemplate(platform, false, language).flatMap(({ role, label, submenu }) => [
        { role, label },
        ...(Array.isArray(submenu) ? submenu : []),
      ]);
    const [english, german] = [items('en'), items('de')];
    expect(german.map(({ role }) => role)).toEqual(english.map(({ role }) => role));
    const alike = german.filter(({ label }, place) => label !== undefined && label === english[place]?.label);
    expect(alike).toEqual([]);
  }
  expect(JSON.stringify(menuTemplate('darwin', true, 'de'))).toContain('Pinfold beenden');
});
