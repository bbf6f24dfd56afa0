import type { Database } from 'better-sqlite3';
import { deferredIndexes } from './deferred-indexes.ts';
import { indexNotes, indexProgress } from '../text-index/index-queue.ts';
import { rowChangeLog } from './row-change-log.ts';
import { numberOf } from '../sqlite/column-parsers.ts';

const OF_COPY = ['files', 'search_texts', 'row_sets', 'listing_cursors'];

/** Forgets everything a copy knows of files; its keys are wiped by themselves. */
export function copyWiper(db: Database): (copy: number) => void {
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
  const index = indexProgress(db);
  const indexes = deferredIndexes(db);

  function emptyIndex(copy: number): void {
    if (numberOf(otherFiles.pluck().get(copy)) > 0) return notes.goingAll(copy);
    index.beginAnew();
    indexes.drop();
  }

  return (copy) => {
    emptyIndex(copy);
    for (const removal of [...ofRows, ofSets, ...ofCopy]) removal.run(copy);
    log.noteAll();
    forget.run(copy);
  };
}
