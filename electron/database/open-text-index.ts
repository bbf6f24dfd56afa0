import SQLite, { type Database } from 'better-sqlite3';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { indexNotes, indexProgress, type IndexedSlice } from './index-progress.ts';
import { diskFailure } from './open-failure.ts';
import { lookAt, privateFile } from './private-place.ts';
import { numberOf, textOf } from './rows.ts';
import { textIndexer, textIndexState, textIndexTables } from './text-index.ts';

/** Another one is thrown away and made anew, so that a step from one to the next is never needed. */
const VERSION = 1;

export const textIndexPath = (mirrorPath: string): string => join(dirname(mirrorPath), 'search.db');

/**
 * Sees to it that there is an index which says of this copy only what is so. One that is damaged, or does not go with the
 * copy, is thrown away: it is made from the copy alone. To be called before anybody reads.
 */
export function alignTextIndex(mirror: Database, path: string): void {
  const has = stateAt(path);
  const wanted = progressOf(mirror);
  if (has === null || has.epoch !== wanted.epoch) return makeAnew(mirror, path);
  if (has.slices === wanted.slices) return;
  if (has.slices !== wanted.slices + 1) return makeAnew(mirror, path);
  // The copy never heard of the last slice, or has forgotten it in a power cut: what it took is looked at once more.
  const notes = indexNotes(mirror);
  mirror.transaction(() => {
    has.noted_json.forEach(notes.changed);
    indexProgress(mirror).count(has.slices);
  })();
}

/** An index in memory, for a copy in memory. */
export function textIndexInMemory(mirror: Database): void {
  mirror.prepare('ATTACH ? AS search').run(':memory:');
  mirror.exec(textIndexTables('search'));
  mirror.prepare('UPDATE index_state SET epoch = ?').run(progressOf(mirror).epoch);
}

/** Opens a copy and its index for reading. */
export function openToRead(mirrorPath: string, cacheMegabytes: number): Database {
  const db = new SQLite(mirrorPath, { readonly: true, fileMustExist: true });
  db.pragma('busy_timeout = 5000');
  db.prepare('ATTACH ? AS search').run(textIndexPath(mirrorPath));
  for (const schema of ['main', 'search']) db.pragma(`${schema}.cache_size = -${cacheMegabytes * 1024}`);
  return db;
}

/** Opens the index for writing; only one may. */
export function openTextIndexer(mirrorPath: string): {
  readonly slice: (limitRows: number) => IndexedSlice | null;
  readonly close: () => void;
} {
  const db = openToWrite(textIndexPath(mirrorPath));
  db.prepare('ATTACH ? AS copy').run(mirrorPath);
  const indexer = textIndexer(db);
  return {
    slice: (limitRows) => {
      if (indexer.emptyOutdated()) erase(db);
      return indexer.slice(limitRows);
    },
    close: () => void db.close(),
  };
}

/** What an index held is read neither in the file nor in its log afterwards. */
function erase(db: Database): void {
  db.exec('VACUUM main');
  db.pragma('main.wal_checkpoint(TRUNCATE)');
}

function openToWrite(path: string): Database {
  const db = new SQLite(path);
  db.pragma('busy_timeout = 60000');
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('cache_size = -4096');
  db.pragma('wal_autocheckpoint = 4000');
  return db;
}

function progressOf(mirror: Database): { readonly epoch: string; readonly slices: number } {
  const of = (column: string): unknown => mirror.prepare(`SELECT ${column} FROM index_progress`).pluck().get();
  return { epoch: textOf(of('epoch')), slices: numberOf(of('slices')) };
}

/** @returns null when there is no index, or none that can be used */
function stateAt(path: string): ReturnType<typeof textIndexState> | null {
  if (lookAt(path) === null) return null;
  privateFile(path);
  try {
    const db = new SQLite(path, { fileMustExist: true });
    try {
      if (numberOf(db.pragma('user_version', { simple: true })) !== VERSION) return null;
      // One that cannot be asked at all must not wait for the first search to say so.
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

function makeAnew(mirror: Database, path: string): void {
  // First of all nothing of the old one counts any more, whatever comes between.
  indexProgress(mirror).beginAnew();
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
  privateFile(path);
  const db = openToWrite(path);
  db.transaction(() => {
    db.exec(textIndexTables('main'));
    db.prepare('UPDATE index_state SET epoch = ?').run(progressOf(mirror).epoch);
    db.pragma(`user_version = ${VERSION}`);
  })();
  db.close();
}
