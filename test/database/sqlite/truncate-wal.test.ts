import Database from 'better-sqlite3';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { truncateWal } from '../../../electron/database/sqlite/truncate-wal.ts';
import { temporaryDirectory } from '../../support/database.ts';

test('a log that somebody still reads is left for later, without the long wait of a write', () => {
  const path = join(temporaryDirectory(), 'kept.db');
  const db = new Database(path);
  const reader = new Database(path);
  onTestFinished(() => [reader, db].forEach((one) => one.close()));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 60000; CREATE TABLE file (name TEXT)');
  reader.exec('BEGIN');
  reader.prepare('SELECT * FROM file').all();
  db.exec("INSERT INTO file VALUES ('aurora.png')");

  truncateWal(db, 1);
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  expect(db.pragma('busy_timeout', { simple: true })).toBe(60_000);

  reader.exec('COMMIT');
  truncateWal(db, 1);
  expect(statSync(`${path}-wal`).size).toBe(0);
});
