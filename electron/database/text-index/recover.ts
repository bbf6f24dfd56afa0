import SQLite, { type Database } from 'better-sqlite3';
import { rmSync } from 'node:fs';
import { indexNotes, indexQueue } from './index-queue.ts';
import { diskFailure } from '../sqlite/errors.ts';
import { lookAt, privateFile } from '../sqlite/private-files.ts';
import { numberOf } from '../sqlite/column-parsers.ts';
import { openToIndex } from './open-text-index.ts';
import { textIndexState, textIndexTables } from './indexer.ts';

/** Another one is thrown away and made anew, so that a step from one to the next is never needed. */
const VERSION = 1;

/**
 * Sees to it that there is an index which says of this copy only what is so. One that is damaged, or does not go with the
 * copy, is thrown away: it is made from the copy alone. To be called before anybody reads.
 */
export function recoverTextIndex(mirror: Database, path: string): void {
  const has = stateAt(path);
  const wanted = indexQueue(mirror).now();
  if (has === null || has.epoch !== wanted.epoch) return makeAnew(mirror, path);
  if (has.slices === wanted.slices) return;
  if (has.slices !== wanted.slices + 1) return makeAnew(mirror, path);
  // The copy never heard of the last slice, or has forgotten it in a power cut: what it took is looked at once more.
  const notes = indexNotes(mirror);
  mirror.transaction(() => {
    has.noted_json.forEach(notes.changed);
    indexQueue(mirror).count(has.slices);
  })();
}

/** An index in memory, for a copy in memory. */
export function textIndexInMemory(mirror: Database): void {
  mirror.prepare('ATTACH ? AS search').run(':memory:');
  mirror.exec(textIndexTables('search'));
  mirror.prepare('UPDATE index_state SET epoch = ?').run(indexQueue(mirror).now().epoch);
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
