import type { Browser } from 'playwright/test';
import { makeLate } from '../../support/late-page.ts';
import { built } from './paths.ts';
import type { Driver, LaunchOptions, RunningApp } from './running-app.ts';
import { killProcess, quitProcess, startProcess, type StartedProcess } from './started-process.ts';

/** The web host, and a page of Chromium that entered by its address. */
export const webHost: Driver = { launch, start };

function start({ profileDirectory, args, env }: LaunchOptions): StartedProcess {
  const words = [built('main/serve.js'), '--profile', profileDirectory, '--port', '0', '--no-open', ...args];
  return startProcess(process.execPath, words, env);
}

async function launch(options: LaunchOptions, browser: Browser): Promise<RunningApp> {
  const host = start(options);
  const address = (await host.says(/(?<=Pinfold is ready at )\S+/)).trim();
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 820 } });
  await makeLate(context);
  const page = await context.newPage();
  await page.goto(address);
  return {
    page,
    address,
    kill: () => killProcess(host),
    release: async () => {
      await killProcess(host);
      await context.close();
    },
    quit: () => quitProcess(host),
    output: host.output,
    saveTo: null,
    standIn: null,
  };
}
