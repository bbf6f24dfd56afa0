import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { fileVault } from '../../electron/hosting/file-vault.ts';
import type { Bench, Row } from './bench.ts';
import { builtApp } from './built-app.ts';
import { firstRowsPainted, hidePage, timersFired, watchTimers } from './in-page.ts';
import { lineOf, medianAtMost, type Line } from './line.ts';
import { pointAt, profileOf } from './prepared.ts';
import { costOf, type ProcessCost } from './process-cost.ts';
import { newPage, runHost, startBrowser, type RunningHost } from './running-app.ts';

const LONGEST_START_MS = 30_000;
/** What a start leaves to be done afterwards. */
const SETTLED_MS = 20_000;
const MEASURED_MS = 30_000;
const A_SECOND_MS = 1_000;
const A_MINUTE_MS = 60_000;

/**
 * What the app costs while nobody does anything: the web host with its threads and the page, whose connection runs. Limits:
 * 1 % of a processor with the page in sight; 0.2 % hidden, and then nothing wakes more often than once a second.
 * Headless Chromium hides no page: the page is told that it is, and gets none of the rest that Chromium imposes.
 */
export const p16: Row = {
  id: 'P16',
  title: 'Idle',
  run: async (bench) => {
    // Only there does the system say what a process and its threads cost.
    if (process.platform !== 'linux') return [];
    const program = builtApp(bench);
    const host = await runHost(program, await runningProfile(bench), bench.folder(), ['--keep-token']);
    const browser = await startBrowser();
    try {
      const empty = await emptyPageCost(browser);
      const page = await newPage(browser);
      await page.addInitScript(watchTimers);
      await page.goto(host.address);
      await page.evaluate(firstRowsPainted, LONGEST_START_MS);
      await pause(SETTLED_MS);
      const inFront = await idleCost(host, browser, page);
      await page.evaluate(hidePage);
      await pause(1_000);
      const hidden = await idleCost(host, browser, page);
      const both = [...lines('in front', inFront, empty, 1), ...lines('hidden', hidden, empty, 0.2)];
      return [...both, ...restLines(hidden)];
    } finally {
      await browser.close();
      await host.close();
    }
  },
};

/** A profile whose connection runs, at a service of this run that is at rest as well. */
async function runningProfile(bench: Bench): Promise<string> {
  const set = await bench.set();
  const profile = await profileOf(bench, set);
  const { baseUrl, token } = await bench.service(set);
  for (const id of pointAt(profile, baseUrl, { paused: false })) await fileVault(profile).save(id, token);
  return profile;
}

type IdleCost = {
  readonly host: ProcessCost;
  readonly page: ProcessCost;
  /** Wake-ups of the host in each second. */
  readonly bySecond: readonly number[];
  readonly timers: readonly number[];
};

/** The cost of a minute, taken over a part of one. */
async function idleCost(host: RunningHost, browser: Browser, page: Page): Promise<IdleCost> {
  const renderers = await renderersOf(browser);
  const before = { host: costOf([host.pid]), page: costOf(renderers), timers: await page.evaluate(timersFired) };
  const seen = [before.host];
  while (seen.length <= MEASURED_MS / A_SECOND_MS) {
    await pause(A_SECOND_MS);
    seen.push(costOf([host.pid]));
  }
  const aMinute = A_MINUTE_MS / MEASURED_MS;
  return {
    host: costOf([host.pid], before.host, aMinute),
    page: costOf(renderers, before.page, aMinute),
    bySecond: seen.slice(1).map(({ wakeUps }, at) => wakeUps - (seen[at]?.wakeUps ?? 0)),
    timers: (await page.evaluate(timersFired)).slice(before.timers.length),
  };
}

/** What Chromium spends on a page that holds nothing. */
async function emptyPageCost(browser: Browser): Promise<ProcessCost> {
  const page = await newPage(browser);
  const renderers = await renderersOf(browser);
  const before = costOf(renderers);
  await pause(MEASURED_MS);
  const cost = costOf(renderers, before, A_MINUTE_MS / MEASURED_MS);
  await page.context().close();
  return cost;
}

async function renderersOf(browser: Browser): Promise<readonly number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

function lines(where: string, { host, page }: IdleCost, empty: ProcessCost, mostPercent: number): readonly Line[] {
  const common = { row: 'P16' } as const;
  const percent = (cost: ProcessCost): number => (cost.cpuMs / A_MINUTE_MS) * 100;
  const split = `host ${percent(host).toFixed(2)} %, page ${percent(page).toFixed(2)} %`;
  const wakes = host.wakeUps + page.wakeUps;
  return [
    lineOf({
      ...{ ...common, unit: '%', figure: `Processor time at rest, ${where}`, note: split },
      values: [percent(host) + percent(page)],
      baseline: { name: 'an empty page', values: [percent(empty)] },
      limits: [medianAtMost(mostPercent)],
    }),
    lineOf({
      ...{ ...common, unit: 'times', figure: `Wake-ups a minute, ${where}`, values: [wakes] },
      baseline: { name: 'an empty page', values: [empty.wakeUps] },
      note: `host ${host.wakeUps} (${host.busiest}), page ${page.wakeUps} (${page.busiest})`,
    }),
  ];
}

/** Nothing of ours wakes more often than once a second while hidden; a check of the service is over within one. */
function restLines({ bySecond, timers }: IdleCost): readonly Line[] {
  const common = { row: 'P16', unit: 'times' } as const;
  return [
    lineOf({
      ...{ ...common, figure: 'Wake-ups of the host in a second, hidden', values: bySecond },
      limits: [medianAtMost(1)],
    }),
    lineOf({
      ...{ ...common, figure: 'Timers of the page a minute, hidden', limits: [medianAtMost(60)] },
      values: [timers.length * (A_MINUTE_MS / MEASURED_MS)],
      note: timers.length === 0 ? '' : `the shortest waited ${Math.round(Math.min(...timers))} ms`,
    }),
  ];
}
