import { expect, test } from 'vitest';
import { singleFileOf } from '../../electron/hosting/single-file.ts';

const image = { APPIMAGE: '/home/ann/Pinfold.AppImage', APPDIR: '/tmp/.mount_PinfolXYZ' };

test('a program that runs from an AppImage or a portable file was started as that file', () => {
  const portable = { PORTABLE_EXECUTABLE_FILE: 'E:\\mine.exe', PORTABLE_EXECUTABLE_APP_FILENAME: 'pinfold' };
  expect(singleFileOf(image, '/tmp/.mount_PinfolXYZ/pinfold')).toBe('/home/ann/Pinfold.AppImage');
  expect(singleFileOf(portable, 'C:\\Temp\\nsx.tmp\\app\\Pinfold.exe')).toBe('E:\\mine.exe');
});

test('an installed program is itself, also where the program that started it is such a file', () => {
  const another = { PORTABLE_EXECUTABLE_FILE: 'E:\\Notes.exe', PORTABLE_EXECUTABLE_APP_FILENAME: 'Notes' };
  expect(singleFileOf({}, '/opt/Pinfold/pinfold')).toBeNull();
  expect(singleFileOf(image, '/opt/Pinfold/pinfold')).toBeNull();
  expect(singleFileOf(another, 'C:\\Pinfold\\Pinfold.exe')).toBeNull();
});
