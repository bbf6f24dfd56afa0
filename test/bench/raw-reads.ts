import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { seededBytes, seededRandom } from '../../electron/practice/seed/random.ts';
import type { FileColumn } from '../../src/domain/files/queries.ts';
import { openRaw } from './raw-schema.ts';
import { work } from './work.ts';

const WINDOW_ROWS = 200;

/** Our columns by the baseline's names. */
export const RAW_COLUMNS: Readonly<Record<FileColumn, string>> = {
  ...{ name: 'name_key', cid: 'cid', size: 'size', type: 'mime_type', group: 'group_id', network: 'network' },
  ...{ created: 'created_at', state: 'state' },
};

/** The whole list in order as a vector of ids. */
export function rawVector(db: Database, column: string): Uint32Array {
  const ids = db.prepare<[], number>(`SELECT row_id FROM files ORDER BY ${column}, row_id`).pluck().all();
  return Uint32Array.from(ids);
}

/** @returns reads rows by id */
export function rawWindow(db: Database): (ids: Uint32Array) => readonly unknown[] {
  const row = db.prepare<[number]>(
    'SELECT network, id, name, cid, size, mime_type, group_id, created_at, state FROM files WHERE row_id = ?',
  );
  return db.transaction((ids: Uint32Array) => [...ids].map((id) => row.get(id)));
}

/** Windows of 200 rows at random positions, with nobody writing. */
export const rawWindows = work({
  name: 'rawWindows',
  module: import.meta.url,
  input: z.object({ databasePath: z.string(), windows: z.number() }),
  output: z.object({ ms: z.array(z.number()) }),
  run: ({ databasePath, windows }) => {
    const db = openRaw(databasePath, { synchronous: 'NORMAL' });
    const ids = rawVector(db, 'name_key');
    const read = rawWindow(db);
    const random = seededRandom(seededBytes('windows'));
    const ms = Array.from({ length: windows }, () => {
      const from = random.below(Math.max(1, ids.length - WINDOW_ROWS));
      const began = performance.now();
      read(ids.subarray(from, from + WINDOW_ROWS));
      return performance.now() - began;
    });
    db.close();
    return { ms };
  },
});

/** Milliseconds of whole sorts by column. */
export const rawSorts = work({
  name: 'rawSorts',
  module: import.meta.url,
  input: z.object({ databasePath: z.string(), columns: z.array(z.string()), runs: z.number() }),
  output: z.object({ byColumn: z.record(z.string(), z.array(z.number())) }),
  run: ({ databasePath, columns, runs }) => {
    const db = openRaw(databasePath, { synchronous: 'NORMAL' });
    const read = rawWindow(db);
    const timed = (column: string): number[] =>
      Array.from({ length: runs }, () => {
        const began = performance.now();
        read(rawVector(db, column).subarray(0, WINDOW_ROWS));
        return performance.now() - began;
      });
    const byColumn = Object.fromEntries(columns.map((column) => [column, timed(column)]));
    db.close();
    return { byColumn };
  },
});
