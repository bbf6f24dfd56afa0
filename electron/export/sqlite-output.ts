import SQLite from 'better-sqlite3';
import type { ExportedFile } from '../../src/domain/exports/library-export.ts';
import type { Output } from './output.ts';
import { indexes, tables } from './sqlite-schema.ts';

/** Files written between two looks at whether it is still wanted. */
const FULL = 500;

/**
 * A database of its own, of use to whoever has SQLite and not this app.
 *
 * @param path of an empty file
 * @param about what it is, as keys and texts
 * @param yieldToEventLoop lets it be noticed that the export is not wanted any more
 */
export function sqliteOutput(
  path: string,
  about: ReadonlyMap<string, string>,
  yieldToEventLoop: () => Promise<void>,
): Output {
  const db = new SQLite(path, { fileMustExist: true });
  // Nobody reads it before it is whole, and unless it is it goes away: it need not outlive a crash. A journal in memory
  // because no other file may be left beside it, and better-sqlite3 refuses to have none.
  for (const pragma of [
    'journal_mode = MEMORY',
    'synchronous = OFF',
    'locking_mode = EXCLUSIVE',
    'cache_size = -8192',
  ]) {
    db.pragma(pragma);
  }
  db.exec(tables);
  const put = writer(db);
  let added = 0;
  db.exec('BEGIN');
  return {
    add: (file) => {
      put(file);
      added += 1;
    },
    isFull: () => added >= FULL,
    flush: () => {
      added = 0;
      db.exec('COMMIT; BEGIN');
      return Promise.resolve();
    },
    finish: async () => {
      const say = db.prepare<[string, string]>('INSERT INTO about (key, value) VALUES (?, ?)');
      for (const [key, value] of about) say.run(key, value);
      db.exec('COMMIT');
      for (const index of indexes) {
        await yieldToEventLoop();
        db.exec(index);
      }
    },
    close: () => {
      db.close();
      return Promise.resolve();
    },
  };
}

function writer(db: SQLite.Database): (file: ExportedFile) => void {
  const insertFile = db.prepare(/* sql */ `
    INSERT INTO files (network, id, cid, name, size_bytes, number_of_files, mime_type, group_id, created_at, state)
    VALUES (@network, @id, @cid, @name, @sizeBytes, @numberOfFiles, @mimeType, @groupId, @createdAt, @state)
  `);
  const insertPair = db.prepare<[number, string, string]>('INSERT INTO metadata (file, key, value) VALUES (?, ?, ?)');
  return ({ keyvalues, ...file }) => {
    const { sizeBytes, numberOfFiles } = file;
    const row = { ...file, sizeBytes: wholeNumber(sizeBytes), numberOfFiles: wholeNumber(numberOfFiles) };
    const number = Number(insertFile.run(row).lastInsertRowid);
    for (const [key, value] of keyvalues) if (key.isWellFormed()) insertPair.run(number, key, value);
  };
}

/** @returns null for what no column of whole numbers holds */
const wholeNumber = (value: number | null): number | null => {
  const rounded = value === null ? null : Math.round(value);
  return Number.isSafeInteger(rounded) ? rounded : null;
};
