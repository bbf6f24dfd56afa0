import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { UnshownFiles } from '../../../electron/sync/outbox/unshown-files.ts';
import { fileOf } from '../../support/builders.ts';

const of = fileOf();

/** One file that the mirror could not take. */
function unshown(): UnshownFiles {
  const files = new UnshownFiles();
  const full = (): never => {
    throw new SQLite.SqliteError('database or disk is full', 'SQLITE_FULL');
  };
  expect(() => files.noting([of], full)).toThrow('full');
  expect(files.retry(full)).toBe(false);
  return files;
}

test('a file that a full disk keeps from the mirror stays noted until the mirror takes it', () => {
  const files = unshown();
  expect(files.isEmpty).toBe(false);
  expect([files.retry(() => undefined), files.isEmpty]).toEqual([true, true]);
});

test('a bug is thrown, and its files stand in the way of no others', () => {
  const files = unshown();
  const broken = (): never => {
    throw new TypeError('a bug');
  };
  expect(() => files.retry(broken)).toThrow('a bug');
  expect(files.isEmpty).toBe(true);
});
