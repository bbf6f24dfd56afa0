import type { Browser } from 'playwright/test';
import { built } from './paths.ts';
import type { Driver, LaunchOptions, RunningApp } from './running-app.ts';
import { killProcess, quitProcess, startProcess, type StartedProcess } from './started-process.ts';

/** The web host, and a page of Chromium that entered by its address. */
export const webHost: Driver = { launch, start };

/** Answers of the core reach the page this late, so that a test can be run in which every key is pressed too early. */
const lateMs = Number(process.env['PINFOLD_LATE_ANSWERS_MS'] ?? 0);

/** Runs in the page. Announcements come at once, as they do where the core is busy with a question. */
function answerLate(ms: number): void {
  const add = WebSocket.prototype.addEventListener;
  WebSocket.prototype.addEventListener = function (type: string, listener: EventListener) {
    const late = (event: Event): void => {
      const isReply = event instanceof MessageEvent && String(event.data).includes('"kind":"reply"');
      if (isReply) setTimeout(() => listener(event), ms);
      else listener(event);
    };
    add.call(this, type, late);
  };
}

function start({ profileDirectory, args, env }: LaunchOptions): StartedProcess {
  const words = [built('main/serve.js'), '--profile', profileDirectory, '--port', '0', '--no-open', ...args];
  return startProcess(process.execPath, words, env);
}

async function launch(options: LaunchOptions, browser: Browser): Promise<RunningApp> {
  const host = start(options);
  const address = (await host.says(/(?<=Pinfold is ready at )\S+/)).trim();
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 820 } });
  if (lateMs > 0) await context.addInitScript(answerLate, lateMs);
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
