import type { Page } from 'playwright/test';
import type { TokenName } from '../../../electron/practice/seed/seed-keys.ts';
import { type PracticeServer, startPractice } from '../../../electron/practice/server.ts';
import type { FaultSettingsChange } from '../../../electron/practice/faults/fault-settings.ts';
import { expect, type RunningApp, test as base } from '../driver/fixture.ts';
import type { LaunchOptions } from '../driver/running-app.ts';
import { App } from './app.ts';

export { expect };

/** For what is there once the practice library of 10,000 files is copied, on a busy machine too. */
export const copying = { timeout: 180_000 };

type ServiceOptions = {
  readonly fileCount?: number;
  readonly keyCount?: number;
  readonly switches?: FaultSettingsChange;
};

type Given = {
  /** Starts a practice service of this test's own, with few files and keys unless told otherwise. */
  service: (options?: ServiceOptions) => Promise<PracticeServer>;
  /** Starts the app and hands over its screens. */
  open: (options?: Partial<LaunchOptions>) => Promise<App>;
  /** Starts the app on a service, with one of the tokens that every practice account has. */
  openOn: (service: PracticeServer, token?: TokenName) => Promise<App>;
  /** What the pages said in the console that nobody wants to see there; the test fails on it at its end. */
  complaints: string[];
};

export const test = base.extend<Given>({
  service: async ({}, use) => {
    const started: PracticeServer[] = [];
    await use(async ({ fileCount = 40, keyCount = 20, switches = {} } = {}) => {
      const service = await startPractice({ databasePath: ':memory:', fileCount, keyCount, switches });
      started.push(service);
      return service;
    });
    await Promise.all(started.map((service) => service.close()));
  },

  complaints: async ({}, use) => {
    const complaints: string[] = [];
    await use(complaints);
    expect(complaints).toEqual([]);
  },

  open: async ({ launch, complaints }, use) => {
    await use(async (options) => new App(await watched(await launch(options), complaints)));
  },

  openOn: async ({ open }, use) => {
    await use((service, token = 'admin') => open(connectionTo(service, service.tokens[token])));
  },
});

/** How to start the app on a service. */
export function connectionTo({ baseUrl }: Pick<PracticeServer, 'baseUrl'>, token: string): Partial<LaunchOptions> {
  return { args: [`--connect=${baseUrl}`, '--name=Studio'], env: { PINFOLD_TOKEN: token } };
}

/** Listens to the console of the page until the app is ended: a page that lost its host has reason to complain. */
async function watched(app: RunningApp, complaints: string[]): Promise<RunningApp> {
  const stop = await collectComplaints(app.page, complaints);
  const stopping =
    <Result>(end: () => Promise<Result>) =>
    () => {
      stop();
      return end();
    };
  return { ...app, kill: stopping(app.kill), quit: stopping(app.quit) };
}

/** @returns stops listening */
export async function collectComplaints(page: Page, complaints: string[]): Promise<() => void> {
  let isListening = true;
  const note = (complaint: string): void => {
    if (isListening && !complaints.includes(complaint)) complaints.push(complaint);
  };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(message.text());
  });
  page.on('pageerror', (error) => note(error.message));
  // What was said before anybody could listen.
  for (const message of await page.consoleMessages()) {
    if (['error', 'warning'].includes(message.type())) note(message.text());
  }
  for (const error of await page.pageErrors()) note(error.message);
  return () => (isListening = false);
}
