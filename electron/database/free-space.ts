import type { Database } from 'better-sqlite3';
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** @returns bytes this user may still write beside a database; null for one in memory */
export function freeBytesAt(db: Database): number | null {
  if (db.memory) return null;
  const { bavail, bsize } = statfsSync(dirname(db.name));
  return bavail * bsize;
}
