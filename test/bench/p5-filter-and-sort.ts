import { z } from 'zod';
import { fileColumn } from '../../src/domain/files/queries.ts';
import type { Bench, Row } from './bench.ts';
import { benchCore } from './core-in-bench.ts';
import type { DataSet } from './data-set.ts';
import { filterQuestions } from './filter-questions.ts';
import { atMostTimes, lineOf, medianAtMost, p99AtMost, type Line } from './line.ts';
import { profileOf, rawDatabaseOf } from './prepared.ts';
import { allFilesBy, queryOf } from './queries.ts';
import { rawFilters } from './raw-filter.ts';
import { RAW_COLUMNS, rawSorts } from './raw-reads.ts';
import { work } from './work.ts';

const ROWS_SHOWN = 100;

/**
 * Filters with the exact count and the first 100 rows, whole sorts by every column, facet counts. Limits: one and a half
 * times the same by hand; 250 ms for a whole sort, 5 ms for the facets.
 */
export const p5: Row = {
  id: 'P5',
  title: 'Filter with exact count, sort change, facets',
  run: async (bench) => {
    const set = await bench.set();
    const profileDirectory = await profileOf(bench, set);
    return [...(await filters(bench, set, profileDirectory)), ...(await sorts(bench, set, profileDirectory))];
  },
};

async function filters(bench: Bench, set: DataSet, profileDirectory: string): Promise<readonly Line[]> {
  const own = await bench.perform('P5', filtersInCore, { profileDirectory, runs: bench.runs });
  const databasePath = await rawDatabaseOf(bench, set);
  const raw = await bench.perform(null, rawFilters, { databasePath, runs: bench.runs });
  const common = { row: 'P5', unit: 'ms' } as const;
  const asked = Object.entries(own.output.byName).map(([name, values]) =>
    lineOf({
      ...{ ...common, figure: `Filter: ${name}`, values },
      baseline: { name: 'raw', values: raw.output.byName[name] ?? [] },
      limits: [atMostTimes(1.5)],
    }),
  );
  return [...asked, lineOf({ ...common, figure: 'Facet counts', values: own.output.facets, limits: [p99AtMost(5)] })];
}

async function sorts(bench: Bench, set: DataSet, profileDirectory: string): Promise<readonly Line[]> {
  const { runs } = bench;
  const own = await bench.perform('P5', sortsInCore, { profileDirectory, runs });
  const databasePath = await rawDatabaseOf(bench, set);
  const raw = await bench.perform(null, rawSorts, { databasePath, columns: Object.values(RAW_COLUMNS), runs });
  return fileColumn.options.map((column) =>
    lineOf({
      ...{ row: 'P5', unit: 'ms', figure: `Whole list sorted by ${column}` },
      values: own.output.byColumn[column] ?? [],
      baseline: { name: 'raw vector', values: raw.output.byColumn[RAW_COLUMNS[column]] ?? [] },
      limits: [atMostTimes(1.5), medianAtMost(250)],
    }),
  );
}

const timesByName = z.record(z.string(), z.array(z.number()));
const input = z.object({ profileDirectory: z.string(), runs: z.number() });

export const filtersInCore = work({
  name: 'filtersInCore',
  module: import.meta.url,
  input,
  output: z.object({ byName: timesByName, facets: z.array(z.number()) }),
  run: async ({ profileDirectory, runs }, meter) => {
    const { core, get } = await benchCore(profileDirectory, null);
    const [only] = await get('connections.list', null);
    const connectionId = only?.connection.id ?? '';
    const ask = async (narrowed: Parameters<typeof queryOf>[0]): Promise<number> => {
      const began = performance.now();
      const asked = { connectionId, query: queryOf(narrowed), firstRows: ROWS_SHOWN };
      const { viewId } = await get('files.open', asked);
      const ms = performance.now() - began;
      await get('files.close', { viewId });
      return ms;
    };
    // The screen stands on the whole list by name before anybody narrows it, and has read its order.
    const { viewId, count } = await get('files.open', { connectionId, query: queryOf({}) });
    await get('files.window', { viewId, from: count - 1, to: count });
    await get('files.close', { viewId });
    meter.begin();
    const byName: Record<string, number[]> = {};
    for (let run = 0; run < runs; run++) {
      for (const { name, query } of filterQuestions) (byName[name] ??= []).push(await ask(query));
    }
    const facets: number[] = [];
    while (facets.length < 100) {
      const began = performance.now();
      await get('files.counts', { connectionId });
      facets.push(performance.now() - began);
    }
    await core.close();
    return { byName, facets };
  },
});

/** Every column in turn, so that the order asked for is none of those just asked for. */
export const sortsInCore = work({
  name: 'sortsInCore',
  module: import.meta.url,
  input,
  output: z.object({ byColumn: timesByName }),
  run: async ({ profileDirectory, runs }, meter) => {
    const { core, get } = await benchCore(profileDirectory, null);
    const [only] = await get('connections.list', null);
    const connectionId = only?.connection.id ?? '';
    meter.begin();
    const byColumn: Record<string, number[]> = {};
    for (let run = 0; run < runs; run++) {
      for (const column of fileColumn.options) {
        const began = performance.now();
        const { viewId, count } = await get('files.open', { connectionId, query: allFilesBy(column, run % 2 === 1) });
        // The beginning comes before the order is read; the middle has to wait for all of it.
        const middle = Math.floor(count / 2);
        await get('files.window', { viewId, from: middle, to: middle + ROWS_SHOWN });
        (byColumn[column] ??= []).push(performance.now() - began);
        await get('files.close', { viewId });
      }
    }
    await core.close();
    return { byColumn };
  },
});
