import SQLite from 'better-sqlite3';
import { openFailure, wordsOf } from './sqlite/errors.ts';
import { pendingEdits, type Pending } from './outbox/recover-pending-edits.ts';

/**
 * What can still be read of a damaged outbox's waiting edits, without writing to it.
 *
 * @returns why, in words, when nothing can
 */
export function salvage(path: string): Pending | string {
  let db: SQLite.Database | null = null;
  try {
    db = new SQLite(path, { readonly: true, fileMustExist: true });
    return pendingEdits(db);
  } catch (error) {
    if (openFailure(error, path) === null && !(error instanceof SQLite.SqliteError)) throw error;
    return wordsOf(error);
  } finally {
    db?.close();
  }
}
