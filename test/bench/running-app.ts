import { existsSync, readFileSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { browserSwitches, findBrowser, noBrowserText } from '../../electron/launch/browser.mjs';
import { killProcess, quitProcess, startProcess } from '../e2e/driver/started-process.ts';
import type { Bench } from './bench.ts';
import { builtApp } from './built-app.ts';
import { firstRowsPainted } from './in-page.ts';

/** The built web host over a profile, without a service to ask. */
export type RunningHost = {
  readonly address: string;
  readonly pid: number;
  /** Milliseconds of the epoch, with fractions. */
  readonly startedAtMs: number;
  readonly readyAtMs: number;
  /** The most memory its process has had, all threads together; null where the system does not say. */
  readonly peakBytes: () => number | null;
  readonly close: () => Promise<void>;
  /** Lets it end in its own time: it leaves its compiled code behind. */
  readonly quit: () => Promise<unknown>;
};

const LONGEST_START_MS = 30_000;

const nowMs = (): number => performance.timeOrigin + performance.now();

/** @param words more options for the web host */
export async function runHost(
  program: string,
  profile: string,
  cache: string,
  words: readonly string[] = [],
): Promise<RunningHost> {
  const env = { ...process.env, NODE_COMPILE_CACHE: cache, NODE_NO_WARNINGS: '1' };
  const startedAtMs = nowMs();
  const options = ['--profile', profile, '--port', '0', '--no-open', ...words];
  const host = startProcess(process.execPath, [program, ...options], env);
  const address = await host.says(/(?<=Pinfold is ready at )\S+/);
  return {
    ...{ address, pid: host.child.pid ?? 0, startedAtMs, readyAtMs: nowMs() },
    peakBytes: () => peakOf(host.child.pid),
    close: () => killProcess(host),
    quit: () => quitProcess(host),
  };
}

function peakOf(pid: number | undefined): number | null {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return null;
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8')) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/** @throws when there is no Chromium */
export async function startBrowser(): Promise<Browser> {
  const executablePath = await findBrowser();
  if (executablePath === null) throw new Error(noBrowserText);
  return await chromium.launch({ executablePath, args: [...browserSwitches] });
}

/** A page of the app in a context of its own. */
export async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  return await context.newPage();
}

/** Opens the app over a profile in Chromium, does something with its page, and ends both. */
export async function withPage<T>(
  bench: Bench,
  profile: string,
  use: (page: Page, host: RunningHost) => Promise<T>,
): Promise<T> {
  const host = await runHost(builtApp(bench), profile, bench.folder());
  const browser = await startBrowser();
  try {
    const page = await newPage(browser);
    await page.goto(host.address);
    await page.evaluate(firstRowsPainted, LONGEST_START_MS);
    return await use(page, host);
  } finally {
    await browser.close();
    await host.close();
  }
}
