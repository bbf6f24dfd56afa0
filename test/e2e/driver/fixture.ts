import { expect, test as base } from 'playwright/test';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { electron } from './electron.ts';
import { built } from './paths.ts';
import type { DriverName, LaunchOptions, RunningApp } from './running-app.ts';
import { standIn } from './stand-in.ts';
import { type Ended, killProcess, type StartedProcess } from './started-process.ts';
import { webHost } from './web-host.ts';

export { expect };
export type { RunningApp } from './running-app.ts';

const drivers = { 'web-host': webHost, 'stand-in': standIn, electron };

type Given = {
  /** Which shell this project runs; a spec for one shell skips itself by it. */
  driver: DriverName;
  /** A folder of this test's own for anything, gone afterwards. */
  scratch: string;
  /**
   * Starts the built app. Started again in the same test it finds the same profile, unless told of another; what is
   * still running at the end is ended.
   */
  launch: (options?: Partial<LaunchOptions>) => Promise<RunningApp>;
  /** Starts an app that is expected to end by itself, and waits for its end. */
  run: (options?: Partial<LaunchOptions>) => Promise<Ended>;
};

export const test = base.extend<Given>({
  driver: ['web-host', { option: true }],

  // The name is short because Chromium keeps a socket below, and the path of a socket has a limit of 108 bytes.
  scratch: async ({}, use) => {
    const directory = mkdtempSync(join(tmpdir(), 'pf-'));
    await use(directory);
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  },

  launch: async ({ driver, scratch, browser }, use, testInfo) => {
    const apps: RunningApp[] = [];
    const secrets: string[] = [];
    await use(async (options) => {
      const complete = completed(scratch, options);
      secrets.push(complete.env['PINFOLD_TOKEN'] ?? '');
      const app = await drivers[driver].launch(complete, browser);
      apps.push(app);
      return app;
    });
    await Promise.all(apps.map((app) => app.release()));
    const said = [...apps.map((app) => app.output()), ...logsBelow(scratch)].join('\n');
    await testInfo.attach('output and logs', { body: said, contentType: 'text/plain' });
    for (const token of secrets.filter(Boolean)) expect(said.includes(token), 'the token was written down').toBe(false);
  },

  run: async ({ driver, scratch }, use) => {
    const started: StartedProcess[] = [];
    await use((options) => {
      const app = drivers[driver].start(completed(scratch, options));
      started.push(app);
      return app.ended;
    });
    // One that did not end, although the test expected it to, must not outlive the test.
    await Promise.all(started.map(killProcess));
  },
});

function completed(
  scratch: string,
  { profileDirectory, args = [], env = {} }: Partial<LaunchOptions> = {},
): LaunchOptions {
  return {
    profileDirectory: profileDirectory ?? join(scratch, 'profile'),
    args,
    // Compiled code is kept where the launcher keeps it.
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: built('main/compiled'),
      TMPDIR: scratch,
      // The services of these tests serve nobody else.
      PINFOLD_REQUESTS_PER_MINUTE: '1000000',
      // Most stories begin with nothing in the queue; the story of practice itself says otherwise.
      PINFOLD_PRACTICE_EMPTY: '1',
      ...env,
    },
  };
}

function logsBelow(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return globSync('**/logs/*', { cwd: directory }).map((path) => readFileSync(join(directory, path), 'utf8'));
}
