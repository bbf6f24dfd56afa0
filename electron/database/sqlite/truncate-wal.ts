import type { Database } from 'better-sqlite3';
import { numberOf } from './column-parsers.ts';

/**
 * Copies the WAL into the database file and empties it (https://sqlite.org/wal.html#ckpt). Where another connection still
 * reads from it after `waitMs`, it leaves the rest to the next checkpoint: meanwhile this thread answers nobody.
 */
export function truncateWal(db: Database, waitMs: number): void {
  const usualMs = numberOf(db.pragma('busy_timeout', { simple: true }));
  db.pragma(`busy_timeout = ${waitMs}`);
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.pragma(`busy_timeout = ${usualMs}`);
  }
}
