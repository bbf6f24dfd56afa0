import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { FileState } from '../../../src/domain/files/file.ts';
import { type CountedContents, MOST_SUMMARY_KEYS, shareOf } from '../../../src/domain/files/selection-summary.ts';
import { stateColumn } from '../file-lists/file-rows.ts';

const SLICE_ROWS = 300;
/**
 * Longer values are offered nowhere, and a selection may hold megabytes of them. In bytes of UTF-8: SQLite takes a NUL for the
 * end of a text when it counts characters (https://sqlite.org/nulinstr.html).
 */
const LONGEST_BYTES = 300;

const fileRow = z.tuple([z.string().nullable(), stateColumn]);
const pairRow = z.tuple([z.string(), z.string().nullable()]);

/** The files of one key: all of them, and by value. */
type KeyCount = { having: number; readonly values: Map<string, number> };
type Tally = {
  readonly types: Map<string, number>;
  readonly states: Map<FileState, number>;
  readonly keys: Map<string, KeyCount>;
};

/** Counts what each row has. Exact, and as long as the rows are many. */
export function countByRows(
  db: Database,
  yieldToEventLoop: () => Promise<void>,
): (rowIds: Uint32Array) => Promise<CountedContents> {
  const add = adder(db);
  return async (rowIds) => {
    const tally: Tally = { types: new Map(), states: new Map(), keys: new Map() };
    for (let from = 0; from < rowIds.length && db.open; from += SLICE_ROWS) {
      add(tally, rowIds.subarray(from, from + SLICE_ROWS));
      await yieldToEventLoop();
    }
    return contentsOf(tally, rowIds.length);
  };
}

function adder(db: Database): (tally: Tally, rowIds: Uint32Array) => void {
  const selectFile = db.prepare<[number], unknown>('SELECT mime_type, state FROM files WHERE row_id = ?').raw();
  const selectPairs = db
    .prepare<[number], unknown>(
      `SELECT key, CASE WHEN octet_length(value) <= ${LONGEST_BYTES} THEN value END FROM metadata WHERE row_id = ?`,
    )
    .raw();
  return db.transaction((tally: Tally, rowIds: Uint32Array): void => {
    for (const rowId of rowIds) {
      const file = selectFile.get(rowId);
      if (file === undefined) continue;
      const [type, state] = fileRow.parse(file);
      if (type !== null) increase(tally.types, type);
      increase(tally.states, state);
      for (const row of selectPairs.all(rowId)) addPair(tally, ...pairRow.parse(row));
    }
  });
}

function addPair({ keys }: Tally, key: string, value: string | null): void {
  const known = keys.get(key) ?? { having: 0, values: new Map<string, number>() };
  keys.set(key, known);
  known.having += 1;
  if (value !== null) increase(known.values, value);
}

const increase = <Key>(counts: Map<Key, number>, key: Key): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

const largestFirst = <Value>(counts: ReadonlyMap<Value, number>): { value: Value; count: number }[] =>
  [...counts].map(([value, count]) => ({ value, count })).toSorted((a, b) => b.count - a.count);

function contentsOf({ types, states, keys }: Tally, files: number): CountedContents {
  const shown = [...keys]
    .toSorted(([a, { having: ofA }], [b, { having: ofB }]) => ofB - ofA || (a < b ? -1 : 1))
    .slice(0, MOST_SUMMARY_KEYS)
    .map(([key, { having, values }]) => shareOf(key, largestFirst(values), having, files));
  return {
    types: largestFirst(types).slice(0, MOST_TYPES),
    states: largestFirst(states),
    keys: shown,
    otherKeys: keys.size - shown.length,
  };
}

/** Beyond these a sentence about types says nothing. */
const MOST_TYPES = 20;
