import { rmSync } from 'node:fs';
import { z } from 'zod';
import { keptPages, recordsOf } from './pages.ts';
import { makeRawIndexes, makeRawTables, openRaw, rawInserter } from './raw-schema.ts';
import { work } from './work.ts';

const timed = z.object({ ms: z.number(), records: z.number() });

/** Pages of 1,000 parsed and written, each durable before the next, indexes built at the end. */
export const rawIngest = work({
  name: 'rawIngest',
  module: import.meta.url,
  input: z.object({ pagesPath: z.string(), databasePath: z.string() }),
  output: timed,
  run: async ({ pagesPath, databasePath }) => {
    for (const ending of ['', '-wal', '-shm']) rmSync(databasePath + ending, { force: true });
    const began = performance.now();
    const db = openRaw(databasePath, { synchronous: 'NORMAL' });
    makeRawTables(db);
    const insert = rawInserter(db);
    let records = 0;
    const put = db.transaction((network: string, page: ReturnType<typeof recordsOf>) => {
      for (const record of page) insert(network, record);
      records += page.length;
    });
    for await (const page of keptPages(pagesPath)) put.immediate(page.network, recordsOf(page));
    makeRawIndexes(db);
    db.pragma('wal_checkpoint(TRUNCATE)');
    const ms = performance.now() - began;
    db.exec('ANALYZE');
    db.close();
    return { ms, records };
  },
});

/** The same pages again: each record compared with what is there, and skipped. */
export const rawCheck = work({
  name: 'rawCheck',
  module: import.meta.url,
  input: z.object({ pagesPath: z.string(), databasePath: z.string() }),
  output: timed.extend({ changed: z.number() }),
  run: async ({ pagesPath, databasePath }) => {
    const db = openRaw(databasePath, { synchronous: 'NORMAL' });
    const held = db
      .prepare<[string], string>('SELECT raw FROM records WHERE row_id = (SELECT row_id FROM files WHERE id = ?)')
      .pluck();
    const began = performance.now();
    let [records, changed] = [0, 0];
    const compare = db.transaction((page: ReturnType<typeof recordsOf>) => {
      for (const record of page) if (held.get(record.id) !== JSON.stringify(record)) changed++;
      records += page.length;
    });
    for await (const page of keptPages(pagesPath)) compare(recordsOf(page));
    const ms = performance.now() - began;
    db.close();
    return { ms, records, changed };
  },
});
