import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import type { Core } from '../host.ts';
import { announceTo } from './ipc-bridge.ts';

/** More than anybody looks at; a page gone wrong cannot fill the screen. */
const MOST_WINDOWS = 12;

/** The windows of the app: each shows the page at an address of its own, and all of them speak to one core. */
export class Windows {
  readonly #make: () => BrowserWindow;
  readonly #core: Core;
  /** By the id of their contents; the one that was looked at last stands last. */
  readonly #shown = new Map<number, BrowserWindow>();

  constructor(make: () => BrowserWindow, core: Core) {
    this.#make = make;
    this.#core = core;
  }

  /** The one that was looked at last; null when none is open. */
  get front(): BrowserWindow | null {
    return [...this.#shown.values()].at(-1) ?? null;
  }

  /** Whether these contents are of one of our windows. */
  has(contentsId: number): boolean {
    return this.#shown.has(contentsId);
  }

  /** Opens one more window, unless there are too many. */
  async open(address: string): Promise<void> {
    if (this.#shown.size >= MOST_WINDOWS) return;
    const window = this.#make();
    const { id } = window.webContents;
    this.#shown.set(id, window);
    const stop = announceTo(window.webContents, this.#core);
    window.on('focus', () => {
      this.#shown.delete(id);
      this.#shown.set(id, window);
    });
    window.on('closed', () => {
      stop();
      this.#shown.delete(id);
    });
    followWindow(window, this.#core);
    await window.loadURL(address);
  }
}

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
export function focusWindow(window: Pick<BrowserWindow, 'isMinimized' | 'restore' | 'show' | 'focus'>): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
