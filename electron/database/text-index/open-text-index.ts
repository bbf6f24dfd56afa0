import SQLite, { type Database } from 'better-sqlite3';
import { dirname, join } from 'node:path';

export const textIndexPath = (mirrorPath: string): string => join(dirname(mirrorPath), 'search.db');

/** Opens the text index for writing, and makes an empty file where there is none; only one may. */
export function openToIndex(path: string): Database {
  const db = new SQLite(path);
  db.pragma('busy_timeout = 60000');
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('cache_size = -4096');
  db.pragma('wal_autocheckpoint = 4000');
  return db;
}

/** Opens a copy and its text index for reading. */
export function openToRead(mirrorPath: string, cacheMegabytes: number): Database {
  const db = new SQLite(mirrorPath, { readonly: true, fileMustExist: true });
  db.pragma('busy_timeout = 5000');
  db.prepare('ATTACH ? AS search').run(textIndexPath(mirrorPath));
  for (const schema of ['main', 'search']) db.pragma(`${schema}.cache_size = -${cacheMegabytes * 1024}`);
  return db;
}
