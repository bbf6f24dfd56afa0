import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { FileGoneError } from './errors.ts';

/**
 * Guards the file of a connection against being taken away while it is open: SQLite goes on writing into a file that no
 * folder has any more, and everything in it is gone with the process (https://sqlite.org/howtocorrupt.html, 2.4).
 *
 * @returns throws FileGoneError when the path leads to another file, or to none
 */
export function placeOf(db: Database): () => void {
  const opened = db.memory || db.readonly ? null : identityOf(db.name);
  if (opened === null) return () => undefined;
  return () => {
    if (identityOf(db.name) !== opened) throw new FileGoneError(db.name);
  };
}

/** Device and number of a file; null without one. */
function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}/${found.ino}`;
}
