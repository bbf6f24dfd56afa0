import { spawnSync } from 'node:child_process';
import { realpathSync, statfsSync } from 'node:fs';
import { errorCode } from '../../../src/domain/core/thrown.ts';

/** What a system tells of its drives. */
export type FileSystemPorts = {
  readonly platform: NodeJS.Platform;
  /** The number of a folder's file system on Linux (`statfs(2)`); Windows and macOS number them otherwise. */
  readonly typeOf: (directory: string) => number;
  /** The folder behind links and mapped drives; null where the system does not tell. */
  readonly realPath: (directory: string) => string | null;
  /** What `mount(8)` prints on macOS; empty where it cannot be asked. */
  readonly mounts: () => string;
};

/** File systems of other computers on Linux; SMB by its three numbers, and those of FUSE. */
const LINUX: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9P'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x65735546, 'FUSE'],
]);

/** The same on macOS, by the names of `mount(8)`. */
const MAC: ReadonlyMap<string, string> = new Map([
  ['nfs', 'NFS'],
  ['smbfs', 'SMB'],
  ['afpfs', 'AFP'],
  ['webdav', 'WebDAV'],
  ['macfuse', 'FUSE'],
  ['osxfuse', 'FUSE'],
]);

/**
 * The kind of a file system that other computers may share, on which SQLite's locks and its WAL may fail
 * (https://sqlite.org/wal.html, "Disadvantages"). On macOS the question starts a process: ask once.
 *
 * @returns null for a disk of this computer, and where nobody can tell
 */
export function sharedFileSystem(directory: string, ports: FileSystemPorts = fileSystemsHere): string | null {
  const { platform, typeOf, realPath, mounts } = ports;
  if (platform === 'linux') return LINUX.get(typeOf(directory) >>> 0) ?? null;
  if (platform !== 'win32' && platform !== 'darwin') return null;
  const path = realPath(directory) ?? directory;
  if (platform === 'win32') return isOnServer(path) ? 'SMB' : null;
  return MAC.get(mountedAs(path, mounts()) ?? '') ?? null;
}

/** Whether a path of Windows names a server, in its short form or its long one (Microsoft, "Naming Files, Paths"). */
const isOnServer = (path: string): boolean => /^[\\/]{2}([?.][\\/]UNC[\\/])?[^\\/?.]/i.test(path);

/** The file system of the innermost mount that a path lies in; null without one. */
function mountedAs(path: string, mounts: string): string | null {
  const found = [...mounts.matchAll(/^.+ on (\/.*) \(([^,)]+)/gm)]
    .map(([, point = '', type = '']) => ({ point, type }))
    .filter(({ point }) => `${path}/`.startsWith(point === '/' ? point : `${point}/`))
    .sort((one, other) => one.point.length - other.point.length);
  return found.at(-1)?.type ?? null;
}

const MOUNTS_MS = 2_000;

export const fileSystemsHere: FileSystemPorts = {
  platform: process.platform,
  typeOf: (directory) => statfsSync(directory).type,
  realPath: (directory) => {
    try {
      // Windows answers for a mapped drive with the path on its server (Microsoft, GetFinalPathNameByHandle, which Node
      // calls); Node's own `realpathSync` keeps the letter.
      return realpathSync.native(directory);
    } catch (error) {
      if (errorCode(error) !== null) return null;
      throw error;
    }
  },
  mounts: () => {
    const { stdout, error } = spawnSync('/sbin/mount', { encoding: 'utf8', timeout: MOUNTS_MS });
    return error === undefined ? stdout : '';
  },
};
