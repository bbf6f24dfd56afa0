import SQLite, { type Database } from 'better-sqlite3';
import { rmSync } from 'node:fs';
import { indexNotes, indexQueue } from './index-queue.ts';
import { diskFailure } from '../sqlite/errors.ts';
import { lookAt, privateFile } from '../sqlite/private-files.ts';
import { numberOf } from '../sqlite/column-parsers.ts';
import { openToIndex } from './open-text-index.ts';
import { textIndexState, textIndexTables } from './indexer.ts';

/** An index of another version is rebuilt: it needs no migration. */
const VERSION = 1;

/**
 * Makes sure that the text index describes this mirror. A damaged index, or one built from another mirror, is deleted and
 * rebuilt (the mirror is the only source). Call before the first reader opens.
 *
 * @throws SqliteError when the folder cannot be written
 */
export function recoverTextIndex(mirror: Database, path: string): void {
  const index = stateAt(path);
  const wanted = indexQueue(mirror).now();
  if (index === null || index.epoch !== wanted.epoch) return rebuild(mirror, path);
  if (index.slices === wanted.slices) return;
  if (index.slices !== wanted.slices + 1) return rebuild(mirror, path);
  // A crash between the two commits, or a power cut, took the last slice from the mirror: its rows are indexed once more.
  const notes = indexNotes(mirror);
  mirror.transaction(() => {
    index.noted_json.forEach(notes.changed);
    indexQueue(mirror).count(index.slices);
  })();
}

/** Builds the text index of a mirror in memory, in memory. */
export function textIndexInMemory(mirror: Database): void {
  mirror.prepare('ATTACH ? AS search').run(':memory:');
  mirror.exec(textIndexTables('search'));
  mirror.prepare('UPDATE index_state SET epoch = ?').run(indexQueue(mirror).now().epoch);
}

/** @returns null when the file is missing, damaged or of another version */
function stateAt(path: string): ReturnType<typeof textIndexState> | null {
  if (lookAt(path) === null) return null;
  privateFile(path);
  try {
    const db = new SQLite(path, { fileMustExist: true });
    try {
      if (numberOf(db.pragma('user_version', { simple: true })) !== VERSION) return null;
      // Preparing a statement reads the definition: a damaged one shows here, and not at the first search.
      db.prepare('SELECT rowid FROM search_index');
      return textIndexState(db);
    } finally {
      db.close();
    }
  } catch (error) {
    if (!(error instanceof SQLite.SqliteError) || diskFailure(error) !== null) throw error;
    return null;
  }
}

function rebuild(mirror: Database, path: string): void {
  // The new epoch first: after a crash at any later point nothing of the old index counts.
  indexQueue(mirror).reset();
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
  privateFile(path);
  const db = openToIndex(path);
  db.transaction(() => {
    db.exec(textIndexTables('main'));
    db.prepare('UPDATE index_state SET epoch = ?').run(indexQueue(mirror).now().epoch);
    db.pragma(`user_version = ${VERSION}`);
  })();
  db.close();
}
