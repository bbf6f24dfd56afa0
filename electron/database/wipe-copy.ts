import type { Database } from 'better-sqlite3';
import { numberOf, numbersOf } from './rows.ts';

/** Forgets everything a copy knows of files; its keys are wiped by themselves. */
export function copyWiper(db: Database): (copy: number) => void {
  const otherFiles = db.prepare<[number], unknown>(
    'SELECT count(*) FROM (SELECT 1 FROM files WHERE copy <> ? LIMIT 1)',
  );
  const selectRows = db.prepare<[number], unknown>('SELECT row_id FROM search_texts WHERE copy = ?').pluck();
  const unindex = db.prepare<[number]>('DELETE FROM search_index WHERE rowid = ?');
  const ofRows = ['records', 'sightings', 'metadata', 'index_backlog'].map((table) =>
    db.prepare<[number]>(`DELETE FROM ${table} WHERE row_id IN (SELECT row_id FROM search_texts WHERE copy = ?)`),
  );
  const ofCopy = ['files', 'search_texts', 'facets', 'listing_cursors', 'signatures'].map((table) =>
    db.prepare<[number]>(`DELETE FROM ${table} WHERE copy = ?`),
  );
  const forget = db.prepare<[number]>(
    'UPDATE copies SET said_version = said_version + 1, shown_version = shown_version + 1, caught_up_at_ms = NULL WHERE number = ?',
  );

  function emptyIndex(copy: number): void {
    if (numberOf(otherFiles.pluck().get(copy)) > 0) {
      for (const rowId of numbersOf(selectRows.all(copy))) unindex.run(rowId);
      return;
    }
    db.prepare(`INSERT INTO search_index (search_index) VALUES ('delete-all')`).run();
    db.prepare('UPDATE index_progress SET indexed_through = 0').run();
  }

  return (copy) => {
    emptyIndex(copy);
    for (const removal of [...ofRows, ...ofCopy]) removal.run(copy);
    forget.run(copy);
  };
}
