import SQLite from 'better-sqlite3';
import type { ExportedFile } from '../../src/domain/exports/library-export.ts';
import type { Output } from './output.ts';
import { indexes, tables } from './sqlite-schema.ts';

/** Files in one transaction; the export checks for cancelling between two. */
const FULL = 500;

/**
 * Writes an SQLite database, for readers without this app.
 *
 * @param path of an empty file
 * @param about the metadata of the export, for the table `about`
 * @param yieldToEventLoop lets the message of a cancelled export in; throws then
 */
export function sqliteOutput(
  path: string,
  about: ReadonlyMap<string, string>,
  yieldToEventLoop: () => Promise<void>,
): Output {
  const db = new SQLite(path, { fileMustExist: true });
  // A partial database is deleted, so it need not survive a crash: no sync. The journal stays in memory, because a
  // journal file would be left beside the export; better-sqlite3 forbids `journal_mode = OFF`
  // (SQLITE_DBCONFIG_DEFENSIVE).
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
      const insert = db.prepare<[string, string]>('INSERT INTO about (key, value) VALUES (?, ?)');
      for (const [key, value] of about) insert.run(key, value);
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

/** @returns null for a number outside JavaScript's safe integers */
const wholeNumber = (value: number | null): number | null => {
  const rounded = value === null ? null : Math.round(value);
  return Number.isSafeInteger(rounded) ? rounded : null;
};
