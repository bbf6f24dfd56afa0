import SQLite from 'better-sqlite3';
import { privateFile } from '../sqlite/private-files.ts';

export type ProfileLock = { release(): void };

/**
 * Locks a profile for as long as this process lives. An SQLite lock works alike on every system and ends with the process:
 * a crash leaves nothing to clean up.
 *
 * @returns null when another process holds the lock
 */
export function lockProfile(path: string): ProfileLock | null {
  privateFile(path);
  const db = new SQLite(path, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  return { release: () => void db.close() };
}
