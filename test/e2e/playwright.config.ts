import { defineConfig } from 'playwright/test';
import { browserSwitches, findBrowser } from '../../electron/launch/browser.mjs';
import { findElectron } from '../../electron/launch/electron-runtime.mjs';
import type { DriverName } from './driver/running-app.ts';

const executablePath = await findBrowser();
// Found once; the workers and the apps they start take the same one. Without any, Playwright says how to get one.
if (executablePath !== null) process.env['PINFOLD_CHROMIUM'] = executablePath;

const drivers: DriverName[] = ['web-host', 'stand-in', ...(findElectron() === null ? [] : ['electron' as const])];

/** A spec that only some shells can show is tagged with them; it is left out of the others and is no skipped test. */
const foreign = {
  'web-host': /@window|@stand-in/,
  'stand-in': /@web-host/,
  electron: /@web-host|@stand-in/,
} satisfies Record<DriverName, RegExp>;

export default defineConfig<{ driver: DriverName }>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/e2e',
  fullyParallel: true,
  workers: 2,
  // A story takes seconds on an idle machine, and a minute beside other work.
  timeout: 180_000,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list']],
  use: {
    launchOptions: { ...(executablePath && { executablePath }), args: [...browserSwitches] },
    trace: 'retain-on-failure',
  },
  projects: drivers.map((driver) => ({ name: driver, use: { driver }, grepInvert: foreign[driver] })),
});
