import { availableParallelism } from 'node:os';
import { defineConfig } from 'playwright/test';
import { browserSwitches, findHeadlessBrowser } from '../../electron/launch/browser.mjs';
import { findElectron } from '../../electron/launch/electron-runtime.mjs';
import type { DriverName } from './driver/running-app.ts';

const executablePath = await findHeadlessBrowser();
// Found once; the workers and the apps they start take the same one. Without any, Playwright says how to get one.
if (executablePath !== null) process.env['PINFOLD_CHROMIUM'] = executablePath;

const hasElectron = findElectron() !== null || process.env['PINFOLD_PACKAGED_APP'] !== undefined;
const drivers: DriverName[] = ['web-host', 'stand-in', ...(hasElectron ? ['electron' as const] : [])];

/**
 * Which tests a shell runs; the others are left out of its project and are no skipped tests.
 *
 * Every screen is the same page over the same core in all shells, so the web host alone runs them all: it starts twice as
 * fast as the stand-in. A shell of Electron runs what it does in another way than the web host (windows, the preload
 * bridge, the protocol of the page, the keychain, notifications, requests by Chromium, folders of the person, a second
 * start), and a few whole stories as a smoke set. `PINFOLD_EVERY_SHELL=1` runs everything everywhere.
 *
 * - `@shell`: such a test, which the web host runs as well
 * - `@window`: needs a window, `@stand-in`: looks into the stand-in, `@web-host`: needs the web host or runs once
 */
const isEverywhere = process.env['PINFOLD_EVERY_SHELL'] === '1';
const ofShells = isEverywhere ? /^/ : /@shell|@window|@stand-in/;
const chosen = {
  'web-host': { grepInvert: /@window|@stand-in/ },
  'stand-in': { grep: ofShells, grepInvert: /@web-host/ },
  electron: { grep: ofShells, grepInvert: /@web-host|@stand-in/ },
} satisfies Record<DriverName, { grep?: RegExp; grepInvert: RegExp }>;

export default defineConfig<{ driver: DriverName }>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: '../support/temporary-root.ts',
  outputDir: '../../test-results/e2e',
  fullyParallel: true,
  // Half of a story is waiting: for an answer, a frame, a program that starts.
  workers: 2 * availableParallelism(),
  // A story takes seconds on an idle machine, and a minute beside other work.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list']],
  use: {
    launchOptions: { ...(executablePath && { executablePath }), args: [...browserSwitches] },
    // A trace of every test is a third of the time, kept or not. PINFOLD_TRACE=1 keeps those of tests that fail; without it
    // a picture stays, and the page as its accessibility tree says it.
    trace: process.env['PINFOLD_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 60_000,
  },
  projects: [
    // One worker, because each bundles the page once; first, because at the end the other worker would wait for it.
    { name: 'components', testDir: '../components/browser', workers: 1 },
    ...drivers.map((driver) => ({ name: driver, use: { driver }, ...chosen[driver] })),
  ],
});
