import type { Page } from 'playwright-core';
import type { Bench, Row } from './bench.ts';
import type { DataSet } from './data-set.ts';
import { armPaint, painted } from './in-page.ts';
import { atMostTimes, lineOf, medianAtMost, p99AtMost, type Line } from './line.ts';
import { profileOf, rawDatabaseOf } from './prepared.ts';
import { rawSearches } from './raw-search.ts';
import { withPage } from './running-app.ts';
import { searchInCore } from './search-in-core.ts';
import { searchedWords } from './searches.ts';

const LONGEST_ANSWER_MS = 1_500;
/** What nothing was found for is not found by typing on. */
const KEYS_WITHOUT_CHANGE = 2;
const BETWEEN_KEYS_MS = 30;

/**
 * Typing into the search box of the built app in Chromium, from the key to the painted rows, and the core's share of
 * it. Limits: median 30 ms, p99 80 ms; the core one and a half times the adaptive search by hand, both until the first 100
 * by name are there. Counting all of them has no baseline: by hand nothing is counted.
 */
export const p3: Row = {
  id: 'P3',
  title: 'Search as you type, key press to rows on screen',
  run: async (bench) => {
    const set = await bench.set();
    const profileDirectory = await profileOf(bench, set);
    const own = await bench.perform('P3', searchInCore, { profileDirectory, runs: bench.runs });
    const typed = await withPage(bench, profileDirectory, typeAll);
    return [...(await onScreen(typed)), await share(bench, set, own.output.ms), counted(own.output.countedMs)];
  },
};

async function onScreen({ ms, unchanged }: Awaited<ReturnType<typeof typeAll>>): Promise<readonly Line[]> {
  return [
    lineOf({
      ...{ row: 'P3', unit: 'ms', figure: 'Key press to rows painted, Chromium', values: ms },
      limits: [medianAtMost(30), p99AtMost(80)],
      note: `${ms.length} keys; ${unchanged} more changed nothing on screen`,
    }),
  ];
}

async function share(bench: Bench, set: DataSet, own: readonly number[]): Promise<Line> {
  const databasePath = await rawDatabaseOf(bench, set);
  const raw = await bench.perform(null, rawSearches, { databasePath, runs: bench.runs });
  return lineOf({
    ...{ row: 'P3', unit: 'ms', figure: "The core's share, first 100", values: own },
    baseline: { name: 'raw adaptive, first 100 only', values: raw.output.ms },
    limits: [atMostTimes(1.5)],
  });
}

const counted = (values: readonly number[]): Line =>
  lineOf({ row: 'P3', unit: 'ms', figure: "The core's share, until all are found and counted", values });

/** Types every word, each key once the answer to the one before has been painted. */
async function typeAll(page: Page): Promise<{ ms: number[]; unchanged: number }> {
  const box = page.locator('#omnibox');
  const ms: number[] = [];
  let unchanged = 0;
  for (const word of searchedWords) {
    await box.focus();
    await box.fill('');
    await page.waitForTimeout(500);
    let inARow = 0;
    for (const letter of word) {
      if (inARow === KEYS_WITHOUT_CHANGE) break;
      await page.evaluate(armPaint, LONGEST_ANSWER_MS);
      await page.keyboard.press(isOnKeyboard(letter) ? letter : 'Shift');
      if (!isOnKeyboard(letter)) await page.keyboard.insertText(letter);
      const took = await page.evaluate(painted);
      inARow = took === null ? inARow + 1 : 0;
      if (took === null) unchanged++;
      else ms.push(took);
      await page.waitForTimeout(BETWEEN_KEYS_MS);
    }
  }
  return { ms, unchanged };
}

/** Playwright presses the keys of an American keyboard; other letters are put in as an input method does. */
const isOnKeyboard = (letter: string): boolean => /^[!-~]$/.test(letter);
