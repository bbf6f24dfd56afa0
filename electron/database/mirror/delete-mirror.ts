import type { Database } from 'better-sqlite3';
import { numberOf } from '../sqlite/column-parsers.ts';
import { indexNotes, indexQueue } from '../text-index/index-queue.ts';
import { deferredIndexes } from './deferred-indexes.ts';
import { rowChangeLog } from './row-change-log.ts';

const OF_COPY = ['files', 'search_texts', 'row_sets', 'listing_cursors'];

/** Forgets everything a copy knows of files; its keys are wiped by themselves. */
export function mirrorDeleter(db: Database): (mirrorId: number) => void {
  const otherFiles = db.prepare<[number], unknown>(
    'SELECT count(*) FROM (SELECT 1 FROM files WHERE copy <> ? LIMIT 1)',
  );
  const ofRows = ['records', 'sightings', 'metadata'].map((table) =>
    db.prepare<[number]>(`DELETE FROM ${table} WHERE row_id IN (SELECT row_id FROM search_texts WHERE copy = ?)`),
  );
  const ofSets = db.prepare<[number]>(
    'DELETE FROM row_set_blocks WHERE number IN (SELECT number FROM row_sets WHERE copy = ?)',
  );
  const ofCopy = [...OF_COPY, 'signatures', 'signature_jobs', 'signature_wants'].map((table) =>
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
    for (const removal of [...ofRows, ofSets, ...ofCopy]) removal.run(mirrorId);
    log.noteAll();
    forget.run(mirrorId);
  };
}

/**
 * Wipes so that nothing of what is wiped can be read from the file or its log afterwards: SQLite else only marks the
 * room as free. The text index keeps words of deleted rows until it is merged, so all of it is given up: it is emptied the
 * same way by the thread that writes it, and built again; until then other copies are searched without it. Takes as long
 * as writing what is left takes.
 *
 * @param wipe deletes the rows
 * @throws SQLite's own error on a full disk; the rows are gone then, and only their traces are left
 */
export function deleteMirror(db: Database, wipe: () => void): void {
  const usual = db.pragma('secure_delete', { simple: true });
  db.pragma('secure_delete = ON');
  try {
    db.transaction(() => {
      wipe();
      indexQueue(db).reset();
    }).immediate();
    // What was changed or merged in the weeks before was deleted the usual way, and lies about in the file.
    db.exec('VACUUM');
  } finally {
    db.pragma(`secure_delete = ${Number(usual)}`);
    // The log still holds the pages as they were. Whoever reads just now is waited for; the last to close empties it too.
    db.pragma('wal_checkpoint(TRUNCATE)');
  }
}
