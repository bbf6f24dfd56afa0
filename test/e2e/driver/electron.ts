import { _electron } from 'playwright/test';
import { findElectron } from '../../../electron/launch/electron-runtime.mjs';
import { rootDirectory } from './paths.ts';
import type { Driver, LaunchOptions, RunningApp } from './running-app.ts';
import { follow, killProcess, startProcess } from './started-process.ts';

/** The real Electron, where its runtime is installed. */
export const electron: Driver = {
  launch,
  start: (options) => startProcess(program(), words(options), options.env),
};

/** An installed package to test; undefined for the built app in the runtime among the packages. */
const packagedApp = process.env['PINFOLD_PACKAGED_APP'];

function program(): string {
  const path = packagedApp ?? findElectron();
  if (path === null) throw new Error('The Electron runtime is not installed (npx install-electron)');
  return path;
}

function words({ profileDirectory, args }: LaunchOptions): string[] {
  // Chromium refuses to sandbox for root, which tests in a container are.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const app = packagedApp === undefined ? [rootDirectory] : [];
  return [...asRoot, '--lang=en-GB', ...app, '--profile', profileDirectory, ...args];
}

async function launch(options: LaunchOptions): Promise<RunningApp> {
  const env = Object.fromEntries(Object.entries(options.env).filter(([name]) => name !== 'ELECTRON_RUN_AS_NODE'));
  const app = await _electron.launch({
    executablePath: program(),
    // Without it the renderer runs outside the sandbox that people's renderers run in.
    chromiumSandbox: process.getuid?.() !== 0,
    args: words(options),
    cwd: rootDirectory,
    env: env as Record<string, string>,
  });
  const shell = follow(app.process());
  const page = await app.firstWindow();
  await page.waitForLoadState();
  const gone = new Promise<void>((resolve) => app.once('close', () => resolve()));
  const kill = async (): Promise<void> => {
    await killProcess(shell);
    await gone;
  };
  return {
    page,
    address: null,
    kill,
    release: kill,
    quit: async () => {
      await app.close();
      return (await shell.ended).code;
    },
    output: shell.output,
    saveTo: (path) =>
      app.evaluate(({ dialog }, filePath) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
      }, path),
    standIn: null,
  };
}
