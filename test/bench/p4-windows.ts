import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { seededBytes, seededRandom } from '../../electron/practice/seed/random.ts';
import type { Bench, Row } from './bench.ts';
import { announced, benchCore, type BenchCore } from './core-in-bench.ts';
import type { DataSet } from './data-set.ts';
import { lineOf, p99AtMost } from './line.ts';
import { profileOf, rawDatabaseOf } from './prepared.ts';
import { rawWindows } from './raw-reads.ts';
import { allFilesBy } from './queries.ts';
import { work } from './work.ts';

const WINDOW_ROWS = 200;
/** About as often as a person who drags the scroll bar asks. */
const BETWEEN_WINDOWS_MS = 4;
/** As the page rests between two answers to "something changed". */
const REST_MS = 250;
const LONGEST_MS = 15_000;
const RAW_WINDOWS = 2_000;

/**
 * Windows of 200 rows at random positions, in a finished library and in one whose first copy is running and whose list
 * is opened again at every change, as the page does. Limit: p99 16 ms. Baseline: the same rows by hand, nobody writing.
 */
export const p4: Row = {
  id: 'P4',
  title: 'Any window of 200 rows while a first copy runs',
  run: async (bench) => {
    const set = await bench.set();
    const done = await bench.perform('P4', windowsWhileCopying, await beside(bench, set));
    const databasePath = await rawDatabaseOf(bench, set);
    const raw = await bench.perform(null, rawWindows, { databasePath, windows: RAW_WINDOWS });
    const baseline = { name: 'raw by id, no writer', values: raw.output.ms };
    const { quiet, finished, growing, copied } = done.output;
    const line = (figure: string, values: readonly number[], note = '') =>
      lineOf({ row: 'P4', unit: 'ms', figure, values, baseline, limits: [p99AtMost(16)], note });
    return [
      line('Window of the finished library, nothing else going on', quiet),
      line('Window of the finished library, another copy running', finished, `${copied} records copied meanwhile`),
      line('Window of the growing library', growing),
    ];
  },
};

/** A finished profile, and the same account under another address, which makes it another connection to copy. */
export async function beside(bench: Bench, set: DataSet) {
  const profileDirectory = await profileOf(bench, set);
  const { baseUrl, token } = await bench.service(set);
  return { profileDirectory, token, baseUrl: baseUrl.replace('127.0.0.1', 'localhost'), records: set.records };
}

export const besideInput = z.object({
  profileDirectory: z.string(),
  token: z.string(),
  baseUrl: z.string(),
  records: z.number(),
});

export const windowsWhileCopying = work({
  name: 'windowsWhileCopying',
  module: import.meta.url,
  input: besideInput,
  output: z.object({
    quiet: z.array(z.number()),
    finished: z.array(z.number()),
    growing: z.array(z.number()),
    copied: z.number(),
  }),
  run: async ({ profileDirectory, token, baseUrl, records }, meter) => {
    const bench = await benchCore(profileDirectory, token);
    const { connection } = await bench.connection();
    await bench.get('connections.change', { id: connection.id, paused: true });
    const finishedView = await bench.get('files.open', { connectionId: connection.id, query: allFilesBy('name') });
    const look = windowReader(bench);
    const quiet: number[] = [];
    await look(finishedView, quiet);
    meter.begin();
    while (quiet.length < 500) await look(finishedView, quiet);
    const growing = await new GrowingView(bench, baseUrl, token).open();
    const timings = { finished: [] as number[], growing: [] as number[] };
    const endMs = performance.now() + LONGEST_MS;
    while (performance.now() < endMs && growing.view.count < records) {
      await look(finishedView, timings.finished);
      if (growing.view.count > 0) await look(growing.view, timings.growing);
      await pause(BETWEEN_WINDOWS_MS);
    }
    const copied = growing.view.count;
    await growing.close();
    await bench.core.close();
    return { quiet: quiet.slice(1), ...timings, copied };
  },
});

type Opened = { readonly viewId: number; readonly count: number };

function windowReader({ get }: BenchCore): (view: Opened, into: number[]) => Promise<void> {
  const random = seededRandom(seededBytes('windows'));
  return async ({ viewId, count }, into) => {
    const from = random.below(Math.max(1, count - WINDOW_ROWS));
    const began = performance.now();
    await get('files.window', { viewId, from, to: from + WINDOW_ROWS });
    into.push(performance.now() - began);
  };
}

/** The list of a connection that is being copied, opened again whenever it has changed. */
class GrowingView {
  readonly #bench: BenchCore;
  readonly #address: { readonly baseUrl: string; readonly token: string };
  view: Opened = { viewId: 0, count: 0 };
  #isWatching = true;
  #watching: Promise<void> = Promise.resolve();

  constructor(bench: BenchCore, baseUrl: string, token: string) {
    this.#bench = bench;
    this.#address = { baseUrl, token };
  }

  async open(): Promise<this> {
    const { id } = await this.#bench.get('connections.add', { ...this.#address, name: 'Growing' });
    this.#watching = this.#watch(id);
    return this;
  }

  async close(): Promise<void> {
    this.#isWatching = false;
    await this.#watching;
  }

  async #watch(connectionId: string): Promise<void> {
    while (this.#isWatching) {
      const news = Promise.race([announced(this.#bench.core), pause(1_000)]);
      // The view before stays open for a window that was asked of it; only the latest few are kept anyway.
      this.view = await this.#bench.get('files.open', { connectionId, query: allFilesBy('name') });
      await pause(REST_MS);
      await news;
    }
  }
}
