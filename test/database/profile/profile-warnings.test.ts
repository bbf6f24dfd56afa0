import { chmodSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { type OpenProfile, openProfile } from '../../../electron/database/profile/open-profile.ts';
import { profileWarnings } from '../../../electron/database/profile/profile-warnings.ts';
import { checkpoint } from '../../../electron/database/outbox/checkpoint.ts';
import { outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import { diskFailure, FileGoneError } from '../../../electron/database/sqlite/errors.ts';
import {
  fileSystemsHere,
  type FileSystemPorts,
  sharedFileSystem,
} from '../../../electron/database/sqlite/shared-file-system.ts';
import { transactions } from '../../../electron/database/sqlite/transactions.ts';
import { temporaryDirectory } from '../../support/database.ts';

function opened(): { readonly profile: OpenProfile; readonly directory: string; readonly paths: readonly string[] } {
  const directory = join(temporaryDirectory(), 'profile');
  mkdirSync(directory);
  const result = openProfile(directory, 0);
  if (!result.ok) throw new Error(result.failure.kind);
  const profile = result.value;
  onTestFinished(() => profile.close());
  return { profile, directory, paths: [join(directory, 'outbox.db'), profile.mirrorPath] };
}

test('a profile at rest on a disk of this computer warns of nothing', () => {
  expect(profileWarnings(opened(), { fileSystemOf: () => null })).toEqual([]);
});

test('K17: a profile on a drive that other computers share is warned of, with the way out', () => {
  expect(profileWarnings(opened(), { fileSystemOf: () => 'NFS' })).toEqual([
    expect.stringMatching(/share \(NFS\)\..*--profile/s),
  ]);
});

test.skipIf(process.platform === 'win32')('a folder that every account may change is warned of, and no other', () => {
  const { directory, ...rest } = opened();
  const warningsWith = (mode: number): readonly string[] => {
    chmodSync(directory, mode);
    return profileWarnings({ directory, ...rest }, { fileSystemOf: () => null });
  };
  expect([0o700, 0o775, 0o777].map(warningsWith)).toEqual([
    [],
    [],
    [expect.stringMatching(/^Every account of this computer may change .*--profile/s)],
  ]);
});

/** What a system tells of its drives; a question that another system would ask fails the test. */
const system = (platform: NodeJS.Platform, told: Partial<FileSystemPorts>): FileSystemPorts => ({
  platform,
  typeOf: () => expect.unreachable(),
  realPath: () => expect.unreachable(),
  mounts: () => expect.unreachable(),
  ...told,
});

test.each([
  [0x6969, 'NFS'],
  [0xff534d42 | 0, 'SMB'],
  [0x65735546, 'FUSE'],
  [0x01021994, null],
  [0xef53, null],
])('K17: the file system %d of Linux is told apart', (type, kind) => {
  expect(sharedFileSystem('/home/ann', system('linux', { typeOf: () => type }))).toBe(kind);
});

test.each([
  ['Z:\\Pinfold', '\\\\server\\home\\Pinfold', 'SMB'],
  ['Z:\\Pinfold', '\\\\?\\UNC\\server\\home\\Pinfold', 'SMB'],
  ['\\\\server\\home\\Pinfold', '\\\\server\\home\\Pinfold', 'SMB'],
  ['S:\\Pinfold', 'D:\\data\\Pinfold', null],
  ['\\\\?\\C:\\Pinfold', '\\\\?\\C:\\Pinfold', null],
])('K17: a path of Windows is on a shared drive where it ends at a server: %s at %s', (path, real, kind) => {
  expect(sharedFileSystem(path, system('win32', { realPath: () => real }))).toBe(kind);
});

test('K17: a drive of Windows that says nothing of itself is not warned of, and a server is by its path', () => {
  const silent = system('win32', { realPath: () => null });
  expect(sharedFileSystem('R:\\Pinfold', silent)).toBeNull();
  expect(sharedFileSystem('\\\\server\\home', silent)).toBe('SMB');
});

/** As `mount(8)` of macOS prints them. */
const mounts = [
  '/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)',
  '/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse, protect)',
  'map auto_home on /System/Volumes/Data/home (autofs, automounted, nobrowse)',
  '//ann@server/team on /Volumes/team (1) (smbfs, nodev, nosuid, mounted by ann)',
  'server:/export on /Volumes/exp (nfs, nodev, nosuid, automounted, mounted by ann)',
  'https://dav.example/ on /Volumes/dav (webdav, nodev, noexec, nosuid, mounted by ann)',
  '/dev/disk5s1 on /Volumes/exp/stick on a share (msdos, local, nodev)',
].join('\n');

test.each([
  ['/Volumes/team (1)/Pinfold', 'SMB'],
  ['/Volumes/exp', 'NFS'],
  ['/Volumes/dav/Pinfold', 'WebDAV'],
  ['/Volumes/exp/stick on a share/Pinfold', null],
  ['/Volumes/expert/Pinfold', null],
  ['/Users/ann/Library/Application Support/Pinfold', null],
])('K17: %s on macOS is told by the mount that it lies in', (path, kind) => {
  expect(sharedFileSystem(path, system('darwin', { realPath: () => path, mounts: () => mounts }))).toBe(kind);
  expect(sharedFileSystem('/link', system('darwin', { realPath: () => path, mounts: () => mounts }))).toBe(kind);
});

test('the drive of this test is asked in the way of its system, and nothing of it throws', () => {
  expect(() => sharedFileSystem(temporaryDirectory())).not.toThrow();
  expect(fileSystemsHere.realPath(join(temporaryDirectory(), 'absent'))).toBeNull();
  expect(fileSystemsHere.mounts()).toEqual(expect.any(String));
});

const canMoveOpenFiles = process.platform !== 'win32';

test.runIf(canMoveOpenFiles)(
  'K18: an edit into a folder that was taken away is not called saved, and the folder is named',
  () => {
    const { profile, directory, paths } = opened();
    const { atomically } = outboxTable(profile.outbox);
    expect(() => atomically(() => 1)).not.toThrow();
    renameSync(directory, `${directory} moved`);
    expect(() => atomically(() => 1)).toThrow(FileGoneError);
    expect(() => transactions(profile.mirror).atomically(() => 1)).toThrow(FileGoneError);
    expect(diskFailure(new FileGoneError(directory))).toMatchObject({ reason: 'fileGone' });
    expect(profileWarnings({ directory, paths })).toEqual([
      expect.stringMatching(/moved or deleted.*Export the waiting edits/),
    ]);
    // What was saved before can still be read, and so exported.
    expect(profile.outbox.prepare('SELECT count(*) FROM edits').pluck().get()).toBe(0);
    renameSync(`${directory} moved`, directory);
    expect(() => atomically(() => 1)).not.toThrow();
  },
);

test.runIf(canMoveOpenFiles)('K18: another folder in the place of the one that was opened is not taken for it', () => {
  const { profile, directory } = opened();
  const { atomically } = outboxTable(profile.outbox);
  renameSync(directory, `${directory} moved`);
  onTestFinished(() => rmSync(`${directory} moved`, { recursive: true }));
  const other = openProfile(directory, 0);
  if (other.ok) onTestFinished(() => other.value.close());
  expect(() => atomically(() => 1)).toThrow(FileGoneError);
});

test('X10: a program that keeps reading delays no edit, and the log that grows is warned of', () => {
  const { profile, directory } = opened();
  const outboxPath = join(directory, 'outbox.db');
  const reader = new SQLite(outboxPath, { readonly: true });
  onTestFinished(() => void reader.close());
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM edits').get();
  const write = profile.outbox.prepare(
    "INSERT INTO counters (name, value) VALUES ('x', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1",
  );
  // SQLite would wait five seconds for the reader each time, longer in all than a test may take.
  for (let edit = 0; edit < 20; edit += 1) {
    write.run();
    checkpoint(profile.outbox).now();
  }
  const walBytes = statSync(`${outboxPath}-wal`).size;
  expect(walBytes).toBeGreaterThan(20_000);
  const limits = { mostWalBytes: 20_000, fileSystemOf: () => null };
  expect(profileWarnings({ directory, paths: [outboxPath] }, limits)).toEqual([
    expect.stringMatching(/log of outbox\.db.*another program/),
  ]);
  reader.exec('COMMIT');
  checkpoint(profile.outbox).now();
  expect(statSync(`${outboxPath}-wal`).size).toBe(0);
  expect(profileWarnings({ directory, paths: [outboxPath] }, limits)).toEqual([]);
});
