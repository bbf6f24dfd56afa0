import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, statfsSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { DamagedFileError } from './errors.ts';

/**
 * Whether a mode keeps other accounts out. Windows takes from it only whether a file may be written, and gives a file the
 * rights of its folder (Node.js, `fs.chmod`; Microsoft, "ACL Inheritance Rules").
 */
export const hasPrivateFiles = (platform: NodeJS.Platform = process.platform): boolean => platform !== 'win32';

/** Makes a folder that only its owner may open. One that is there keeps its mode: it may be the person's own, with others in it. */
export function privateDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

/** Makes the file if there is none, so that SQLite finds one only its owner may read; `-wal` and `-shm` take after it. */
export function privateFile(path: string): void {
  const found = lookAt(path);
  if (found === null) closeSync(openSync(path, 'wx', 0o600));
  else if (!found.isFile()) throw new DamagedFileError('it is not a regular file');
  else chmodSync(path, 0o600);
}

/** Bytes of a database and its log. */
export const sizeOnDisk = (path: string): number =>
  ['', '-wal'].reduce((sum, ending) => sum + (lookAt(path + ending)?.size ?? 0), 0);

/** @returns null when there is nothing at `path` */
export const lookAt = (path: string): Stats | null => lstatSync(path, { throwIfNoEntry: false }) ?? null;

/** @returns bytes this user may still write beside a database; null for one in memory */
export function freeBytesAt(db: Database): number | null {
  if (db.memory) return null;
  const { bavail, bsize } = statfsSync(dirname(db.name));
  return bavail * bsize;
}
