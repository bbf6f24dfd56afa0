import { statfsSync, statSync } from 'node:fs';
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

/** File systems of other computers, by their number in Linux's `statfs(2)`; SMB by its three, and those of FUSE. */
const SHARED: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9P'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x65735546, 'FUSE'],
]);

/**
 * The kind of a file system that other computers may share, on which SQLite's locks and its WAL may fail
 * (https://sqlite.org/wal.html, "Disadvantages").
 *
 * @param typeOf number of the file system of a folder
 * @returns null for a disk of this computer, and where nobody can tell
 */
export function sharedFileSystem(directory: string, typeOf: (of: string) => number = fileSystemType): string | null {
  if (/^[\\/]{2}[^\\/?.]/.test(directory)) return 'SMB';
  // Windows and macOS number file systems otherwise.
  return process.platform === 'linux' ? (SHARED.get(typeOf(directory) >>> 0) ?? null) : null;
}

const fileSystemType = (directory: string): number => statfsSync(directory).type;
