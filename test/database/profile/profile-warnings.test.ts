import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { type OpenProfile, openProfile } from '../../../electron/database/profile/open-profile.ts';
import { profileWarnings } from '../../../electron/database/profile/profile-warnings.ts';
import { checkpoint } from '../../../electron/database/outbox/checkpoint.ts';
import { outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import { diskFailure, FileGoneError } from '../../../electron/database/sqlite/errors.ts';
import { sharedFileSystem } from '../../../electron/database/sqlite/file-place.ts';
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

test.each([
  [0x6969, 'NFS'],
  [0xff534d42 | 0, 'SMB'],
  [0x65735546, 'FUSE'],
  [0x01021994, null],
  [0xef53, null],
])('K17: the file system %d is told apart', (type, kind) => {
  if (process.platform === 'linux') expect(sharedFileSystem('/home/ann', () => type)).toBe(kind);
});

test('K17: a path of Windows that names a server is on a shared drive, and one that names a device is not', () => {
  expect(sharedFileSystem('\\\\server\\home\\Pinfold', () => 0)).toBe('SMB');
  expect(sharedFileSystem('\\\\?\\C:\\Pinfold', () => 0)).toBeNull();
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
