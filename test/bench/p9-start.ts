import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { enter } from '../torture/app-client.ts';
import type { Row } from './bench.ts';
import { median } from './figures.ts';
import { builtApp } from './built-app.ts';
import { firstRowsPainted } from './in-page.ts';
import { atMostTimes, lineOf, medianAtMost, type Line } from './line.ts';
import { profileOf, rawDatabaseOf } from './prepared.ts';
import { allFilesBy } from './queries.ts';
import { newPage, runHost, startBrowser } from './running-app.ts';

const STARTS = 5;
const LONGEST_START_MS = 20_000;
const ROWS_SHOWN = 100;

/**
 * From starting the built web host's process to the first rows: painted in a Chromium that runs already, and answered to
 * a client without a page. Limits: 600 ms and 180 ms, eight times and two and a half times the
 * baseline: a process that opens the file by hand and reads 100 rows.
 */
export const p9: Row = {
  id: 'P9',
  title: 'Start',
  run: async (bench) => {
    const set = await bench.set();
    const profile = await profileOf(bench, set);
    const program = builtApp(bench);
    const cache = bench.folder();
    // The first start of a build leaves its compiled code behind, as the first start after an installation does.
    await (await runHost(program, profile, cache)).quit();
    const raw = rawStarts(await rawDatabaseOf(bench, set));
    const baseline = { name: 'raw process, first 100 rows', values: raw };
    return [
      ...(await inChromium(program, profile, cache, baseline)),
      await coreOnly(program, profile, cache, baseline),
    ];
  },
};

type Baseline = { readonly name: string; readonly values: readonly number[] };

async function inChromium(
  program: string,
  profile: string,
  cache: string,
  baseline: Baseline,
): Promise<readonly Line[]> {
  const browser = await startBrowser();
  const [starts, peaks]: [number[], number[]] = [[], []];
  while (starts.length < STARTS) {
    const host = await runHost(program, profile, cache);
    const page = await newPage(browser);
    await page.goto(host.address, { waitUntil: 'commit' });
    starts.push((await page.evaluate(firstRowsPainted, LONGEST_START_MS)) - host.startedAtMs);
    peaks.push((host.peakBytes() ?? 0) / 1e6);
    await page.context().close();
    await host.close();
  }
  await browser.close();
  const common = { row: 'P9' } as const;
  return [
    lineOf({
      ...{ ...common, unit: 'ms', figure: 'Process to first rows painted, Chromium', values: starts, baseline },
      limits: [atMostTimes(8), medianAtMost(600)],
    }),
    lineOf({ ...common, unit: 'MB', figure: 'Peak memory of the host until then', values: peaks }),
  ];
}

async function coreOnly(program: string, profile: string, cache: string, baseline: Baseline): Promise<Line> {
  const [starts, ready]: [number[], number[]] = [[], []];
  while (starts.length < STARTS) {
    const host = await runHost(program, profile, cache);
    ready.push(host.readyAtMs - host.startedAtMs);
    const client = await enter(host.address);
    const connections = await client?.ask('connections.list', null);
    const connectionId = connections?.ok ? (connections.value[0]?.connection.id ?? '') : '';
    const asked = { connectionId, query: allFilesBy('name'), firstRows: ROWS_SHOWN };
    const view = await client?.ask('files.open', asked);
    if (!view?.ok) throw new Error(`The core did not answer: ${JSON.stringify(view)}`);
    starts.push(performance.timeOrigin + performance.now() - host.startedAtMs);
    client?.close();
    // In order: a start that is killed before its page was shown counts as failed, and three of them lead to safe mode.
    await host.quit();
  }
  return lineOf({
    ...{ row: 'P9', unit: 'ms', figure: 'Process to first rows answered, no page', values: starts, baseline },
    limits: [atMostTimes(2.5), medianAtMost(180)],
    note: `the host was ready after ${Math.round(median(ready))} ms`,
  });
}

function rawStarts(databasePath: string): readonly number[] {
  return Array.from({ length: STARTS }, () => {
    const startedAtMs = performance.timeOrigin + performance.now();
    const program = join(import.meta.dirname, 'raw-start.ts');
    const { stdout } = spawnSync(process.execPath, [program, databasePath], { encoding: 'utf8' });
    return Number(stdout) - startedAtMs;
  });
}
