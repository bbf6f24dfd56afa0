import type { Database } from 'better-sqlite3';
import { indexProgress } from './text-index/index-queue.ts';

/**
 * Wipes so that nothing of what is wiped can be read from the file or its log afterwards: SQLite else only marks the
 * room as free. The text index keeps words of deleted rows until it is merged, so all of it is given up: it is emptied the
 * same way by the thread that writes it, and built again; until then other copies are searched without it. Takes as long
 * as writing what is left takes.
 *
 * @param wipe deletes the rows
 * @throws SQLite's own error on a full disk; the rows are gone then, and only their traces are left
 */
export function eraseCopy(db: Database, wipe: () => void): void {
  const usual = db.pragma('secure_delete', { simple: true });
  db.pragma('secure_delete = ON');
  try {
    db.transaction(() => {
      wipe();
      indexProgress(db).beginAnew();
    }).immediate();
    // What was changed or merged in the weeks before was deleted the usual way, and lies about in the file.
    db.exec('VACUUM');
  } finally {
    db.pragma(`secure_delete = ${Number(usual)}`);
    // The log still holds the pages as they were. Whoever reads just now is waited for; the last to close empties it too.
    db.pragma('wal_checkpoint(TRUNCATE)');
  }
}
