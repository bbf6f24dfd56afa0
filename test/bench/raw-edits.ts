import type { Database } from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { foldedRaw, openRaw } from './raw-schema.ts';
import { work } from './work.ts';

const WARM_EDITS = 50;

type Renamed = { readonly row_id: number; readonly id: string; readonly name: string | null };

const databasePath = z.string();

/** @returns renames one row and puts the edit into the queue; to be called inside a transaction */
function renamer(db: Database): (row: Renamed, mine: string) => void {
  const rename = db.prepare('UPDATE files SET name = ?, name_key = ?, state = 1 WHERE row_id = ?');
  const queue = db.prepare('INSERT INTO queue (id, base, mine, at_ms) VALUES (?, ?, ?, ?)');
  return (row, mine) => {
    rename.run(mine, foldedRaw(mine), row.row_id);
    queue.run(randomUUID(), row.name, mine, Date.now());
  };
}

/** One durable edit after another: the shown row and the queue in one FULL commit. */
export const rawEdits = work({
  name: 'rawEdits',
  module: import.meta.url,
  input: z.object({ databasePath, edits: z.number() }),
  output: z.object({ ms: z.array(z.number()) }),
  run: (input) => {
    const db = openRaw(input.databasePath, { synchronous: 'FULL' });
    const rename = renamer(db);
    const some = db.prepare<[number], Renamed>('SELECT row_id, id, name FROM files ORDER BY id LIMIT ?');
    const commit = db.transaction((row: Renamed, at: number) => rename(row, `renamed by hand ${at}.txt`));
    const ms = some.all(input.edits + WARM_EDITS).map((row, at) => {
      const began = performance.now();
      commit.immediate(row, at);
      return performance.now() - began;
    });
    db.close();
    return { ms: ms.slice(Math.min(WARM_EDITS, ms.length - 1)) };
  },
});

const KEY = 'bench';

/** One change set by hand: a pair set and a name changed in so many files, in one FULL commit. */
export const rawBulkEdit = work({
  name: 'rawBulkEdit',
  module: import.meta.url,
  input: z.object({ databasePath, files: z.number(), runs: z.number() }),
  output: z.object({ ms: z.array(z.number()) }),
  run: (input) => {
    const db = openRaw(input.databasePath, { synchronous: 'FULL' });
    const rename = renamer(db);
    const pair = db.prepare('INSERT INTO metadata (row_id, key, value, family, name_key) VALUES (?, ?, ?, NULL, ?)');
    const queue = db.prepare('INSERT INTO queue (id, base, mine, at_ms) VALUES (?, NULL, ?, ?)');
    const some = db.prepare<[number], Renamed>('SELECT row_id, id, name FROM files ORDER BY name_key LIMIT ?');
    const apply = db.transaction((run: number) => {
      for (const row of some.all(input.files)) {
        const mine = `${run}-${row.name ?? ''}`;
        rename(row, mine);
        pair.run(row.row_id, `${KEY}${run}`, 'yes', foldedRaw(mine));
        queue.run(randomUUID(), 'yes', Date.now());
      }
    });
    const ms = Array.from({ length: input.runs }, (_, run) => {
      const began = performance.now();
      apply.immediate(run);
      return performance.now() - began;
    });
    db.close();
    return { ms };
  },
});
