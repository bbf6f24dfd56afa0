import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App, RelaunchOptions } from 'electron';
import { closeChromium } from './chromium.ts';
import { preventable } from './preventable.ts';
import { record } from './record.ts';
import { takeLock } from './single-instance.ts';

type Stood = Pick<
  App,
  | 'getPreferredSystemLanguages'
  | 'isPackaged'
  | 'getPath'
  | 'setPath'
  | 'setBadgeCount'
  | 'whenReady'
  | 'quit'
  | 'exit'
  | 'relaunch'
  | 'enableSandbox'
  | 'hasSingleInstanceLock'
  | 'requestSingleInstanceLock'
>;

/** Electron's `app`: its life from start to exit, without the windows. */
class StandInApp extends EventEmitter implements Stood {
  readonly isPackaged = false;
  readonly #paths = new Map<string, string>();
  readonly #ready = new Promise<void>((resolve) => void setImmediate(resolve));
  #leaving = false;
  #hasLock = false;

  getPath(name: string): string {
    if (name === 'downloads') return downloadsIn(homedir());
    return this.#paths.get(name) ?? join(tmpdir(), 'pinfold-stand-in', name);
  }

  setPath(name: string, path: string): void {
    record('app.setPath', name, path);
    this.#paths.set(name, path);
  }

  getPreferredSystemLanguages(): string[] {
    return ['en-GB'];
  }

  setBadgeCount(count: number): boolean {
    record('app.setBadgeCount', count);
    return true;
  }

  whenReady(): Promise<void> {
    return this.#ready;
  }

  /** Chromium's own switches, which no test gives to a stand-in. */
  readonly commandLine = { hasSwitch: (name: string): boolean => process.argv.includes(`--${name}`) };

  enableSandbox(): void {
    record('app.enableSandbox');
  }

  hasSingleInstanceLock(): boolean {
    return this.#hasLock;
  }

  requestSingleInstanceLock(): boolean {
    return (this.#hasLock ||= takeLock(this.getPath('userData'), (words) =>
      this.emit('second-instance', preventable({}), words, '', null),
    ));
  }

  quit(): void {
    record('app.quit');
    if (this.#forbidden('before-quit') || this.#forbidden('will-quit')) return;
    this.exit(0);
  }

  exit(code = 0): void {
    if (this.#leaving) return;
    this.#leaving = true;
    record('app.exit', code);
    void closeChromium().finally(() => process.exit(code));
  }

  relaunch(options?: RelaunchOptions): void {
    record('app.relaunch', options);
  }

  #forbidden(name: 'before-quit' | 'will-quit'): boolean {
    const event = preventable({});
    this.emit(name, event);
    return event.defaultPrevented;
  }
}

/** As on Windows, where a folder that is not there, as one on a drive that was taken away, has no path (Electron, `getPath`). */
function downloadsIn(home: string): string {
  const folder = join(home, 'Downloads');
  if (!existsSync(folder)) throw new Error("Failed to get 'downloads' path");
  return folder;
}

export const standInApp = new StandInApp();

// Electron turns the signals that end a program into an orderly quit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => standInApp.quit());
