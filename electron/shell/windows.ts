import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import type { Core } from '../host.ts';
import { hostClock, type HostClock } from '../hosting/clock.ts';
import { announceTo } from './ipc-bridge.ts';
import { type RevivalPorts, revivePage } from './revive-page.ts';

/** Stops whoever sends links from filling the screen. */
const MOST_WINDOWS = 12;
/** How long a loaded page may go without being painted before its window is shown all the same. */
const UNPAINTED_MS = 500;
/** How long a window may go without a loaded page before it is shown all the same: an empty one can be closed. */
const UNLOADED_MS = 10_000;

type WindowsPorts = RevivalPorts & { readonly core: Core };
type WindowsClock = Pick<HostClock, 'nowMs' | 'after'>;

/** The windows of the app. Each window shows the page at its own address; all windows share one core. */
export class Windows {
  readonly #make: () => BrowserWindow;
  readonly #ports: WindowsPorts;
  readonly #clock: WindowsClock;
  /** Windows by the id of their contents, in the order of their last focus. */
  readonly #shown = new Map<number, BrowserWindow>();

  constructor(make: () => BrowserWindow, ports: WindowsPorts, clock: WindowsClock = hostClock) {
    this.#make = make;
    this.#ports = ports;
    this.#clock = clock;
  }

  /** The window with the latest focus; null without windows. */
  get front(): BrowserWindow | null {
    return [...this.#shown.values()].at(-1) ?? null;
  }

  /** The one with the latest focus last. */
  get all(): readonly BrowserWindow[] {
    return [...this.#shown.values()];
  }

  /** Whether contents with this id belong to a window of the app. */
  has(contentsId: number): boolean {
    return this.#shown.has(contentsId);
  }

  /** Brings the window in front to the front; opens one at the address where none is. */
  async show(address: string): Promise<void> {
    const { front } = this;
    if (front === null) await this.open(address);
    else focusWindow(front);
  }

  /** Opens a window; where `MOST_WINDOWS` are open, one of them shows the address. */
  async open(address: string): Promise<void> {
    if (this.#shown.size >= MOST_WINDOWS) return await this.#showInOpenOne(address);
    const { core } = this.#ports;
    const window = this.#make();
    const { id } = window.webContents;
    this.#shown.set(id, window);
    const stop = announceTo(window.webContents, core);
    window.on('focus', () => {
      this.#shown.delete(id);
      this.#shown.set(id, window);
    });
    window.on('closed', () => {
      stop();
      this.#shown.delete(id);
    });
    followWindow(window, core, this.#clock);
    revivePage(window.webContents, this.#ports, this.#clock);
    await this.#load(window, address);
  }

  /** A new fragment is another screen of the same page; the address that a window has already would load it anew. */
  async #showInOpenOne(address: string): Promise<void> {
    const isThere = (window: BrowserWindow): boolean => window.webContents.getURL() === address;
    const window = this.all.findLast(isThere) ?? this.front;
    if (window === null) return;
    focusWindow(window);
    if (!isThere(window)) await this.#load(window, address);
  }

  async #load(window: BrowserWindow, address: string): Promise<void> {
    await window.loadURL(address).catch((error: unknown) => {
      // A person may close a window before its page is there: Electron then rejects the load (ERR_FAILED), and nothing is wrong.
      if (!window.isDestroyed()) this.#ports.log.error(error);
    });
  }
}

/**
 * The options of a window. Every security option has Electron's default; the list makes a changed default or a careless
 * edit fail a test (Electron, "Security").
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

/**
 * Shows the window when the page is painted, and reports focus and blur to the core. A page that was loaded is shown too:
 * Electron 44 on Windows never said that some were painted (electron/electron issue 54025).
 */
export function followWindow(window: BrowserWindow, core: Core, { after }: Pick<HostClock, 'after'> = hostClock): void {
  let isShown = false;
  const show = (): void => {
    if (!isShown) window.show();
    isShown = true;
  };
  window.once('ready-to-show', show);
  window.webContents.once('did-finish-load', () => after(UNPAINTED_MS, show));
  after(UNLOADED_MS, show);
  window.once('closed', () => (isShown = true));
  window.on('focus', () => core.tell('focused'));
  window.on('blur', () => core.tell('blurred'));
}

/** Brings the window to the front. */
export function focusWindow(window: Pick<BrowserWindow, 'isMinimized' | 'restore' | 'show' | 'focus'>): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
