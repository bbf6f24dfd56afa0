import type { Database } from 'better-sqlite3';
import { numberOf } from '../sqlite/column-parsers.ts';
import { truncateWal } from '../sqlite/truncate-wal.ts';
import { indexNotes, indexQueue } from '../text-index/index-queue.ts';
import { deferredIndexes } from './deferred-indexes.ts';
import { removeSetAside } from './open-mirror.ts';
import { rowChangeLog } from './row-change-log.ts';

/** Our own lists are done by then. */
const LONGEST_WAIT_FOR_READERS_MS = 1_000;

const OF_MIRROR = ['files', 'search_texts', 'row_sets', 'facet_sizes', 'listing_cursors'];

/**
 * Deletes everything that a mirror holds of files, also what other capabilities put there: `signatures`, `signature_jobs`,
 * `signature_wants`, the facet index and the queue of the text index. The keys table deletes the keys.
 */
export function mirrorDeleter(db: Database): (mirrorId: number) => void {
  const otherFiles = db.prepare<[number], unknown>(
    'SELECT count(*) FROM (SELECT 1 FROM files WHERE copy <> ? LIMIT 1)',
  );
  const ofRows = ['records', 'sightings', 'metadata', 'remote_changes'].map((table) =>
    db.prepare<[number]>(`DELETE FROM ${table} WHERE row_id IN (SELECT row_id FROM search_texts WHERE copy = ?)`),
  );
  const ofSets = db.prepare<[number]>(
    'DELETE FROM row_set_blocks WHERE number IN (SELECT number FROM row_sets WHERE copy = ?)',
  );
  const ofMirror = [...OF_MIRROR, 'signatures', 'signature_jobs', 'signature_wants'].map((table) =>
    db.prepare<[number]>(`DELETE FROM ${table} WHERE copy = ?`),
  );
  const forget = db.prepare<[number]>(
    'UPDATE copies SET caught_up_at_ms = NULL, full_check_at_ms = NULL, size_bytes = 0 WHERE number = ?',
  );

  const log = rowChangeLog(db);
  const notes = indexNotes(db);
  const index = indexQueue(db);
  const indexes = deferredIndexes(db);

  function emptyIndex(mirrorId: number): void {
    if (numberOf(otherFiles.pluck().get(mirrorId)) > 0) return notes.goingAll(mirrorId);
    index.reset();
    indexes.drop();
  }

  return (mirrorId) => {
    emptyIndex(mirrorId);
    for (const removal of [...ofRows, ofSets, ...ofMirror]) removal.run(mirrorId);
    log.noteAll();
    forget.run(mirrorId);
  };
}

/**
 * Deletes a mirror. Damaged mirrors that were set aside hold the same rows, and go first.
 *
 * @param wipe deletes the rows
 * @throws as `deleteRows`
 */
export function deleteMirror(db: Database, wipe: () => void): void {
  if (!db.memory) removeSetAside(db.name);
  deleteRows(db, wipe);
}

/**
 * Deletes rows so that nothing of them can be read from the file or its WAL afterwards; SQLite alone only marks the pages
 * as free (https://sqlite.org/pragma.html#pragma_secure_delete). FTS5 keeps words of deleted rows until it merges, so the
 * whole text index is given up: its thread empties it the same way and builds it again; until then other mirrors are
 * searched without it. Takes as long as writing the rest of the file takes.
 *
 * @param wipe deletes the rows
 * @throws SqliteError on a full disk; the rows, or traces of them, are left then
 */
export function deleteRows(db: Database, wipe: () => void): void {
  const usual = db.pragma('secure_delete', { simple: true });
  db.pragma('secure_delete = ON');
  try {
    db.transaction(() => {
      wipe();
      indexQueue(db).reset();
    }).immediate();
    // Earlier changes freed their pages without erasing them; VACUUM writes the file without these pages.
    db.exec('VACUUM');
  } finally {
    db.pragma(`secure_delete = ${Number(usual)}`);
    // The WAL still holds the old pages. An export may read from them for minutes; the last connection to close empties it too.
    truncateWal(db, LONGEST_WAIT_FOR_READERS_MS);
  }
}
