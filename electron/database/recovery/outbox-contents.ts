import SQLite, { type Database } from 'better-sqlite3';
import type { OutboxContents } from '../../../src/domain/recovery/recovery.ts';
import { recoverReadable } from '../outbox/recover-pending-edits.ts';
import { numberOf } from '../sqlite/column-parsers.ts';

const nothingReadable: OutboxContents = {
  edits: { readable: null, altered: null, lost: null },
  ...{ connections: null, savedViews: null, drafts: null, stars: null, fileNotes: null },
};

/** Counts what can be read of an outbox that is not open, without writing to it. */
export function outboxContents(path: string): OutboxContents {
  const pending = recoverReadable(path);
  const edits =
    typeof pending === 'string'
      ? nothingReadable.edits
      : { readable: pending.edits.length, altered: pending.altered.length, lost: pending.unreadable.length };
  return reading(path, { ...nothingReadable, edits }, (db) => ({
    edits,
    connections: rowsOf(db, 'connections'),
    savedViews: countedBy(db, 'SELECT coalesce(sum(json_array_length(views_json)), 0) FROM saved_views'),
    drafts: rowsOf(db, 'drafts'),
    stars: rowsOf(db, 'stars'),
    fileNotes: rowsOf(db, 'file_notes'),
  }));
}

/** @returns the edits that wait in a copy of the outbox; null where they cannot be read */
export const waitingEdits = (path: string): number | null =>
  reading<number | null>(path, null, (db) =>
    countedBy(db, "SELECT count(DISTINCT edit_seq) FROM edit_changes WHERE status NOT IN ('settled', 'discarded')"),
  );

/** @param otherwise where the file cannot be opened at all */
export function reading<T>(path: string, otherwise: T, read: (db: Database) => T): T {
  let db: Database | null = null;
  try {
    db = new SQLite(path, { readonly: true, fileMustExist: true });
    return read(db);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return otherwise;
  } finally {
    db?.close();
  }
}

/** Whether SQLite refuses a file: what is in it or around it, and no fault of this code. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof SQLite.SqliteError || (error instanceof TypeError && /directory does not exist/.test(error.message));

// The rows themselves and no index of them: an index may be whole where its table is not.
const rowsOf = (db: Database, table: string): number | null =>
  countedBy(db, `SELECT count(*) FROM ${table} NOT INDEXED`);

function countedBy(db: Database, sql: string): number | null {
  try {
    return numberOf(db.prepare(sql).pluck().get());
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return null;
  }
}
