import { expect, test } from 'vitest';
import config from '../../electron/package/builder-config.mjs';
import { appIdOf } from '../../electron/package/release-place.mjs';
import {
  commandOf,
  mayNotify,
  programOf,
  takeIdentity,
  takesLinks,
  windowsIdentity,
} from '../../electron/shell/windows-identity.ts';

const installed = { platform: 'win32', isPackaged: true, env: {}, appId: 'local.pinfold' } as const;
const portable = {
  ...installed,
  env: { PORTABLE_EXECUTABLE_FILE: 'E:\\mine.exe', PORTABLE_EXECUTABLE_APP_FILENAME: 'Pinfold' },
};
/** Started by a link in a portable program that is another one. */
const startedByAnother = {
  ...installed,
  env: { PORTABLE_EXECUTABLE_FILE: 'E:\\Notes.exe', PORTABLE_EXECUTABLE_APP_FILENAME: 'Notes' },
};

test('an installed app of Windows has the identity that its installer wrote into the Start menu', () => {
  expect(windowsIdentity(installed)?.appId).toBe(config.appId);
  expect(appIdOf(process.env)).toBe(config.appId);
  expect(windowsIdentity(installed)?.toastActivator).toMatch(/^\{[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}\}$/);
});

test('an installed app tells Windows its identity, and no other one does', () => {
  const told: string[] = [];
  const app = {
    setAppUserModelId: (id: string) => void told.push(id),
    setToastActivatorCLSID: (id: string) => void told.push(id),
  };
  takeIdentity(app, portable);
  expect(told).toEqual([]);
  takeIdentity(app, installed);
  expect(told).toEqual([installed.appId, windowsIdentity(installed)?.toastActivator]);
});

test.each([
  ['the portable app', portable],
  ['the sources', { ...installed, isPackaged: false }],
  ['a build without an id', { ...installed, appId: null }],
])('%s takes no identity on Windows, and asks for no notification: that would write a shortcut', (_name, start) => {
  expect([windowsIdentity(start), mayNotify(start)]).toEqual([null, false]);
});

test('an installed app that another portable program started is an installed one all the same', () => {
  expect([windowsIdentity(startedByAnother)?.appId, takesLinks(startedByAnother)]).toEqual([installed.appId, true]);
  expect(programOf(startedByAnother, 'C:\\Pinfold\\Pinfold.exe')).toBe('C:\\Pinfold\\Pinfold.exe');
});

test('notifications of an installed app, and of every other system, are as the system says', () => {
  expect(windowsIdentity({ ...installed, platform: 'linux' })).toBeNull();
  expect(mayNotify(installed)).toBe(true);
  expect(mayNotify({ ...installed, platform: 'darwin', isPackaged: false })).toBe(true);
  expect(mayNotify({ ...portable, platform: 'linux' })).toBe(true);
});

test('an installed app of Windows alone takes the links: a portable one would take them from it, and be gone with its disk', () => {
  expect(takesLinks(installed)).toBe(true);
  expect(takesLinks(portable)).toBe(false);
  expect(takesLinks({ ...installed, isPackaged: false })).toBe(false);
  expect(takesLinks({ ...installed, platform: 'linux' })).toBe(false);
});

test('the program that a person started is the one that starts again, also where it runs from a folder that goes', () => {
  const image = { isPackaged: true, env: { APPIMAGE: '/home/me/Pinfold.AppImage', APPDIR: '/tmp/.mount_Pinfold' } };
  expect(programOf(image, '/tmp/.mount_Pinfold/pinfold')).toBe('/home/me/Pinfold.AppImage');
  expect(programOf(image, '/opt/Pinfold/pinfold')).toBe('/opt/Pinfold/pinfold');
  expect(programOf({ ...image, isPackaged: false }, '/work/electron')).toBe('/work/electron');
  expect(programOf(portable, 'C:\\Temp\\Pinfold.exe')).toBe(portable.env.PORTABLE_EXECUTABLE_FILE);
});

test('help names the program that a person started, or the command of the sources', () => {
  const image = { isPackaged: true, env: { APPIMAGE: '/home/me/Pinfold.AppImage', APPDIR: '/tmp/.mount_Pinfold' } };
  expect(commandOf(image, '/tmp/.mount_Pinfold/pinfold')).toBe('Pinfold.AppImage');
  expect(commandOf({ isPackaged: true, env: {} }, '/opt/Pinfold/pinfold')).toBe('pinfold');
  expect(commandOf(installed, 'C:\\Users\\me\\AppData\\Local\\Programs\\Pinfold\\Pinfold.exe')).toBe('Pinfold.exe');
  expect(commandOf({ ...image, isPackaged: false }, '/work/electron')).toBe('npm start --');
});
