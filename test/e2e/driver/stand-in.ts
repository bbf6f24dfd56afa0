import { chromium } from 'playwright/test';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ControlMessage, ControlRequest } from '../../electron-stand-in/control.ts';
import type { Recorded } from '../../electron-stand-in/record.ts';
import { built, rootDirectory } from './paths.ts';
import type { Driver, LaunchOptions, RunningApp } from './running-app.ts';
import { killProcess, quitProcess, startProcess, type StartedProcess } from './started-process.ts';

export type StandIn = {
  /** What the shell has asked of Electron so far. */
  readonly record: () => Promise<readonly Recorded[]>;
  /** The machine falls asleep. */
  readonly suspend: () => Promise<void>;
  /** The machine wakes from sleep. */
  readonly resume: () => Promise<void>;
  /** The network comes or goes, as Electron would notice it. */
  readonly network: (isOnline: boolean) => Promise<void>;
  /** The person saves the next files here; null for a person who cancels. */
  readonly saveTo: (path: string | null) => Promise<void>;
  /** The person clicks on the icon in the tray, or chooses a line of its menu. @returns whether it is there */
  readonly tray: (label: string | null) => Promise<boolean>;
  /** The person leaves the next boxes unread. */
  readonly readNoBoxes: () => Promise<void>;
  /** The person chooses to quit. */
  readonly chooseQuit: () => void;
  /** The machine shuts down. @returns the app's exit code */
  readonly shutDown: () => Promise<number | null>;
};

/** The built Electron shell over the stand-in for the `electron` module. */
export const standIn: Driver = { launch, start };

function start({ profileDirectory, args, env }: LaunchOptions): StartedProcess {
  const register = pathToFileURL(join(rootDirectory, 'test/electron-stand-in/register.mjs')).href;
  const words = ['--import', register, built('main/main.js'), '--profile', profileDirectory, ...args];
  return startProcess(process.execPath, words, env);
}

async function launch(options: LaunchOptions): Promise<RunningApp> {
  const shell = start(options);
  const browser = await chromium.connectOverCDP(await windowOf(shell));
  const [page] = browser.contexts()[0]?.pages() ?? [];
  if (page === undefined) throw new Error('The stand-in opened no window');
  await page.waitForURL(/^https:\/\/bundle\.app\./);
  await page.waitForLoadState();
  // A killed Chromium is gone for the test only when the connection has noticed.
  const gone = new Promise((resolve) => browser.once('disconnected', resolve));
  const kill = async (): Promise<void> => {
    await killProcess(shell);
    await gone;
  };
  const control = controlOf(shell);
  return {
    page,
    address: null,
    kill,
    release: kill,
    quit: () => quitProcess(shell),
    output: shell.output,
    saveTo: control.saveTo,
    standIn: control,
  };
}

function windowOf({ child, ended, output }: StartedProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: ControlMessage) => message.kind === 'window' && resolve(message.endpoint));
    void ended.then(
      ({ code }) => reject(new Error(`No window; the shell ended with code ${code}:\n${output()}`)),
      reject,
    );
  });
}

function controlOf({ child, ended }: StartedProcess): StandIn {
  let lastId = 0;
  const ask = (request: ControlRequest): Promise<unknown> =>
    new Promise((resolve) => {
      const id = ++lastId;
      const heard = (message: ControlMessage): void => {
        if (message.kind !== 'answer' || message.id !== id) return;
        child.off('message', heard);
        resolve(message.answer);
      };
      child.on('message', heard);
      child.send({ id, request });
    });
  return {
    record: async () => (await ask({ ask: 'record' })) as readonly Recorded[],
    suspend: async () => void (await ask({ ask: 'suspend' })),
    resume: async () => void (await ask({ ask: 'resume' })),
    saveTo: async (path) => void (await ask({ ask: 'saveTo', path })),
    tray: async (label) => (await ask({ ask: 'tray', label })) === true,
    readNoBoxes: async () => void (await ask({ ask: 'readsNoBoxes' })),
    chooseQuit: () => void ask({ ask: 'quit' }),
    shutDown: async () => {
      void ask({ ask: 'shutDown' });
      return (await ended).code;
    },
    network: async (isOnline) => void (await ask({ ask: 'network', isOnline })),
  };
}
