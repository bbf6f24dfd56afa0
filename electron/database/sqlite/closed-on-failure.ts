import type { Database } from 'better-sqlite3';

/**
 * Prepares a database that was just opened. One that cannot be prepared is closed: on Windows nobody can rename or remove
 * a file that is open.
 *
 * @throws what `prepare` throws
 */
export function closedOnFailure<T>(db: Database, prepare: (db: Database) => T): T {
  try {
    return prepare(db);
  } catch (error) {
    db.close();
    throw error;
  }
}
