import { expect, test } from 'vitest';
import { menuTemplate } from '../../electron/shell/menu.ts';
import { comeForward, windowOptions } from '../../electron/shell/window.ts';

test('the page runs in the sandbox, apart from the preload, without Node', () => {
  expect(windowOptions('/preload.cjs').webPreferences).toEqual({
    preload: '/preload.cjs',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    spellcheck: false,
  });
});

test('a second start brings even a minimized window forward', () => {
  const done: string[] = [];
  const window = {
    isMinimized: () => true,
    restore: () => void done.push('restore'),
    show: () => void done.push('show'),
    focus: () => void done.push('focus'),
  };
  comeForward(window);
  expect(done).toEqual(['restore', 'show', 'focus']);
});

test('the developer tools are in the menu only where the app is run from its sources', () => {
  expect(JSON.stringify(menuTemplate('linux', false))).toContain('toggleDevTools');
  expect(JSON.stringify(menuTemplate('linux', true))).not.toContain('toggleDevTools');
});
