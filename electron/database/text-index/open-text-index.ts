import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SQLite, { type Database } from 'better-sqlite3';
import { z } from 'zod';
import { closedOnFailure } from '../sqlite/closed-on-failure.ts';
import { jsonColumn, numberOf } from '../sqlite/column-parsers.ts';
import { diskFailure } from '../sqlite/errors.ts';
import { lookAt, privateFile } from '../sqlite/private-files.ts';
import { indexNotes, indexQueue } from './index-queue.ts';

export const textIndexPath = (mirrorPath: string): string => join(dirname(mirrorPath), 'search.db');

/** Opens the text index for writing, and makes an empty file where there is none. One connection at a time may write. */
export function openToIndex(path: string): Database {
  return closedOnFailure(new SQLite(path), (db) => {
    db.pragma('busy_timeout = 60000');
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma('cache_size = -4096');
    db.pragma('wal_autocheckpoint = 4000');
    return db;
  });
}

/** Opens a mirror and its text index for reading. */
export function openToRead(mirrorPath: string, cacheMegabytes: number): Database {
  return closedOnFailure(new SQLite(mirrorPath, { readonly: true, fileMustExist: true }), (db) => {
    db.pragma('busy_timeout = 5000');
    db.prepare('ATTACH ? AS search').run(textIndexPath(mirrorPath));
    for (const schema of ['main', 'search']) db.pragma(`${schema}.cache_size = -${cacheMegabytes * 1024}`);
    return db;
  });
}

/** An index of another version is rebuilt: it needs no migration. */
const VERSION = 2;

/**
 * Makes sure that the text index describes this mirror. Both files hold an epoch (which index) and how many slices were
 * indexed in it; the indexer commits a slice to its own file first, and the mirror records it afterwards.
 *
 * - Same epoch, same slices: the index follows the mirror.
 * - Same epoch, index one slice ahead: a crash between the two commits. The rows of the last slice are indexed once more.
 * - Any other count: a power cut took a commit from one file, and no row tells which. The index is rebuilt.
 * - No file, a damaged one, another version or another epoch: the index is rebuilt. The mirror is its only source.
 *
 * Call before the first reader opens.
 *
 * @throws SqliteError when the folder cannot be written
 */
export function recoverTextIndex(mirror: Database, path: string): void {
  const index = stateAt(path);
  const wanted = indexQueue(mirror).now();
  if (index === null || index.epoch !== wanted.epoch) return rebuild(mirror, path);
  if (index.slices === wanted.slices) return;
  if (index.slices !== wanted.slices + 1) return rebuild(mirror, path);
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
    // A row that no indexer wrote: SQLite takes the file for a sound one.
    if (error instanceof z.ZodError) return null;
    if (!(error instanceof SQLite.SqliteError) || diskFailure(error) !== null) throw error;
    return null;
  }
}

function rebuild(mirror: Database, path: string): void {
  // The new epoch first: after a crash at any later point nothing of the old index counts.
  indexQueue(mirror).reset();
  // `maxRetries` counts only with `recursive` (Node.js, `fs.rmSync`).
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true, recursive: true, maxRetries: 5 });
  privateFile(path);
  const db = openToIndex(path);
  try {
    db.transaction(() => {
      db.exec(textIndexTables('main'));
      db.prepare('UPDATE index_state SET epoch = ?').run(indexQueue(mirror).now().epoch);
      db.pragma(`user_version = ${VERSION}`);
    })();
  } finally {
    db.close();
  }
}

/**
 * FTS5 merges the parts of an index as soon as there are four of a size (https://sqlite.org/fts5.html#the_automerge_configuration_option).
 * Sixteen halve the work, and a search of twice as many parts takes as long.
 */
const MERGED_PARTS = 16;

/** The tables of the text index. @param schema name under which the connection knows their file */
export const textIndexTables = (schema: 'main' | 'search'): string => /* sql */ `
  CREATE VIRTUAL TABLE ${schema}.search_index USING fts5 (
    name, rest, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );
  INSERT INTO ${schema}.search_index (search_index, rank) VALUES ('automerge', ${MERGED_PARTS});
  INSERT INTO ${schema}.search_index (search_index, rank) VALUES ('crisismerge', ${4 * MERGED_PARTS});
  CREATE TABLE ${schema}.index_state (
    only_row        INTEGER PRIMARY KEY CHECK (only_row = 1),
    epoch           TEXT NOT NULL,
    slices          INTEGER NOT NULL,
    indexed_through INTEGER NOT NULL,
    noted_json      TEXT NOT NULL CHECK (json_valid(noted_json))
  ) STRICT;
  INSERT INTO ${schema}.index_state (only_row, epoch, slices, indexed_through, noted_json) VALUES (1, '', 0, 0, '[]');
`;

/** How far an index is. `slices`: counted in its epoch. */
export const progressRow = z.object({ epoch: z.string(), slices: z.number(), indexed_through: z.number() });
const stateRow = progressRow.extend({ noted_json: jsonColumn(z.array(z.int().positive())) });

/** @returns how far the index of a connection is, and which noted rows its last slice indexed */
export const textIndexState = (db: Database): z.infer<typeof stateRow> =>
  stateRow.parse(db.prepare('SELECT epoch, slices, indexed_through, noted_json FROM index_state').get());
