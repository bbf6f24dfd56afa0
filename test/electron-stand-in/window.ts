import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { BrowserWindowConstructorOptions } from 'electron';
import type { Page } from 'playwright-core';
import { standInApp } from './app.ts';
import { openChromium } from './chromium.ts';
import { announceWindow } from './control.ts';
import { preloadScript } from './preload-world.ts';
import { preventable } from './preventable.ts';
import { toChromium } from './protocol.ts';
import { record } from './record.ts';
import { session } from './session.ts';
import { StandInContents } from './web-contents.ts';

/** Electron's `BrowserWindow`, shown as a page of Chromium. */
export class StandInWindow extends EventEmitter {
  readonly webContents = new StandInContents();
  readonly #options: BrowserWindowConstructorOptions;
  #page: Page | null = null;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    record('new BrowserWindow', options);
    this.#options = options;
    standInApp.emit('web-contents-created', preventable({}), this.webContents);
  }

  /** The page of the test has the focus or nobody has. */
  static getFocusedWindow = (): null => null;

  async loadURL(url: string): Promise<void> {
    record('window.loadURL', url);
    const page = (this.#page ??= await this.#open());
    await this.webContents.load(page, toChromium(url));
    this.emit('ready-to-show');
  }

  isDestroyed(): boolean {
    return this.webContents.isDestroyed();
  }

  show(): void {
    record('window.show');
    this.emit('focus');
  }

  focus(): void {
    record('window.focus');
  }

  getNormalBounds(): Record<'x' | 'y' | 'width' | 'height', number> {
    const { x = 0, y = 0, width = 0, height = 0 } = this.#options;
    return { x, y, width, height };
  }

  isMaximized(): boolean {
    return false;
  }

  setProgressBar(share: number): void {
    record('window.setProgressBar', share);
  }

  isMinimized(): boolean {
    return false;
  }

  restore(): void {
    record('window.restore');
  }

  async #open(): Promise<Page> {
    const { context, endpoint } = await openChromium();
    const [page = await context.newPage()] = context.pages();
    const permissions = session.defaultSession.permissionsOf('app://bundle/');
    await context.grantPermissions(permissions);
    await this.webContents.attach(page);
    const preload = this.#options.webPreferences?.preload;
    if (preload) await page.addInitScript({ content: preloadScript(readFileSync(preload, 'utf8')) });
    page.on('close', () => {
      this.emit('close');
      this.webContents.destroyed = true;
      this.emit('closed');
      record('app.window-all-closed');
      standInApp.emit('window-all-closed');
    });
    announceWindow(endpoint);
    return page;
  }
}
