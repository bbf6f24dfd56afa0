import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import type { Core } from '../host.ts';

/**
 * A window of the app. Every safety switch is Electron's default by now; they are written down so that a changed default or
 * a careless edit shows in a test.
 *
 * @param preload absolute path of the built preload script
 */
export const windowOptions = (preload: string): BrowserWindowConstructorOptions => ({
  width: 1280,
  height: 820,
  minWidth: 720,
  minHeight: 480,
  show: false,
  title: 'Pinfold',
  webPreferences: {
    preload,
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
  },
});

/** Shows the window once there is something to see, and tells the core whether the person is looking. */
export function followWindow(window: BrowserWindow, core: Core): void {
  window.once('ready-to-show', () => window.show());
  window.on('focus', () => core.tell('focused'));
  window.on('blur', () => core.tell('blurred'));
}

/** Brings the window before the person who started the app a second time. */
export function comeForward(window: Pick<BrowserWindow, 'isMinimized' | 'restore' | 'show' | 'focus'>): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
