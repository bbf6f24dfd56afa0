import { expect, test } from 'vitest';
import { makeTrayIcon } from '../../electron/shell/tray-icon.ts';
import { nativeImage } from '../electron-stand-in/modules.ts';
import { recorded } from '../electron-stand-in/record.ts';
import { Tray, useTray } from '../electron-stand-in/tray.ts';

type Electron = Parameters<typeof makeTrayIcon>[0];
const electron = { Tray, nativeImage, Menu: { buildFromTemplate: (items: unknown) => items } };

/** An icon on a platform, and what was asked of Electron for it. */
function anIcon(platform: NodeJS.Platform) {
  recorded.length = 0;
  // The stand-in has the part of Electron that is used here.
  const icon = makeTrayIcon(electron as unknown as Electron, platform);
  const asked = (what: string) => recorded.filter((one) => one.what === what).map((one) => one.with[0]);
  return { icon, asked };
}

test.each(['darwin', 'win32', 'linux'] as const)('an icon on %s has two sizes, which are pictures', (platform) => {
  const { icon, asked } = anIcon(platform);
  expect(asked('nativeImage.addRepresentation')).toEqual(
    [1, 2].map((scaleFactor) => ({ scaleFactor, dataURL: expect.stringMatching(/^data:image\/png;base64,\S{200}/) })),
  );
  icon.destroy();
});

test('macOS colours the icon itself, shows the count beside it, and opens the menu at a click', () => {
  const { icon, asked } = anIcon('darwin');
  let clicks = 0;
  icon.onClick(() => clicks++);
  icon.setText('Pinfold: 9 files are waiting', 9);
  icon.setText('Pinfold: no change is waiting', 0);
  useTray(null);
  expect([asked('nativeImage.setTemplateImage'), asked('tray.setTitle'), clicks]).toEqual([[true], ['9', ''], 0]);
  icon.destroy();
});

test('elsewhere a click is a click, and a line of the menu that only says something is pale', () => {
  const { icon, asked } = anIcon('win32');
  const done: string[] = [];
  icon.onClick(() => done.push('clicked'));
  icon.setItems([
    { label: 'Open', click: () => done.push('opened') },
    { label: '9 files', click: null },
  ]);
  useTray(null);
  useTray('Open');
  expect(done).toEqual(['clicked', 'opened']);
  expect(asked('tray.setContextMenu')).toEqual([
    [
      { label: 'Open', click: '[function]' },
      { label: '9 files', enabled: false },
    ],
  ]);
  expect(asked('tray.setTitle')).toEqual([]);
  icon.destroy();
});
