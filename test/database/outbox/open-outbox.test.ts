import SQLite, { type Database } from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkpoint } from '../../../electron/database/outbox/checkpoint.ts';
import { openOutbox } from '../../../electron/database/outbox/open-outbox.ts';
import { outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import { DamagedFileError, DatabaseFromTheFutureError } from '../../../electron/database/sqlite/errors.ts';
import { numberOf } from '../../../electron/database/sqlite/column-parsers.ts';
import { aChangeSet } from '../../support/builders.ts';
import { closedAfterwards, openedAtMs, temporaryDirectory } from '../../support/database.ts';

const opened = (path: string) => {
  const outbox = openOutbox(path, openedAtMs);
  closedAfterwards(outbox.db);
  return outbox;
};

/** A closed outbox. @returns the path of its file */
function closedOutbox(fill: (db: Database) => void = (db) => outboxTable(db).enqueue(aChangeSet(1))): string {
  const path = join(temporaryDirectory(), 'outbox.db');
  const { db } = openOutbox(path, openedAtMs);
  fill(db);
  checkpoint(db).now();
  db.close();
  return path;
}

test('an outbox is opened so that a commit survives a power cut, and so that what is deleted is gone', () => {
  const { db } = opened(closedOutbox());
  const names = [
    ...['busy_timeout', 'journal_mode', 'synchronous', 'fullfsync', 'checkpoint_fullfsync'],
    ...['foreign_keys', 'secure_delete'],
  ];
  expect(Object.fromEntries(names.map((name) => [name, db.pragma(name, { simple: true })]))).toEqual({
    busy_timeout: 5_000,
    journal_mode: 'wal',
    synchronous: 2,
    fullfsync: 1,
    checkpoint_fullfsync: 1,
    foreign_keys: 1,
    secure_delete: 1,
  });
});

test('an outbox in memory is in no file', () => {
  outboxTable(opened(':memory:').db).enqueue(aChangeSet(1));
  expect([':memory:', ':memory:.mark'].filter((name) => existsSync(name))).toEqual([]);
});

test.runIf(process.platform !== 'win32')('only the owner may read an outbox, also one that others could read', () => {
  const path = closedOutbox();
  const modeOf = () => statSync(path).mode & 0o777;
  expect(modeOf()).toBe(0o600);
  chmodSync(path, 0o644);
  opened(path);
  expect(modeOf()).toBe(0o600);
});

const markOf = (path: string): string => path.replace('outbox.db', 'outbox.mark');
const remove = (path: string): void => rmSync(path);
const empty = (path: string): void => writeFileSync(path, '');

test.each([
  ['missing', remove],
  ['empty', empty],
])('a file that is %s although edits were kept in it is damage, and is not begun anew', (what, spoil) => {
  const path = closedOutbox();
  spoil(path);
  expect(() => openOutbox(path, openedAtMs)).toThrow(DamagedFileError);
  expect(() => openOutbox(path, openedAtMs)).toThrow(`it is ${what}, though edits were kept in it`);
  expect(existsSync(path)).toBe(what === 'empty');
});

test.each([
  ['missing', remove],
  ['empty', empty],
])('a file that is %s is damage too where its mark cannot be read: it may have counted edits', (_what, spoil) => {
  const path = closedOutbox();
  spoil(path);
  writeFileSync(markOf(path), '{"ver');
  expect(() => openOutbox(path, openedAtMs)).toThrow(DamagedFileError);
});

test.each([
  ['missing', remove],
  ['empty', empty],
])('a file that is %s is begun anew where no edit was ever kept, or no mark says so', (_what, spoil) => {
  const neverUsed = closedOutbox(() => undefined);
  spoil(neverUsed);
  expect(opened(neverUsed).warnings).toEqual([]);
  const withoutMark = closedOutbox();
  spoil(withoutMark);
  rmSync(markOf(withoutMark));
  expect(opened(withoutMark).warnings).toEqual([]);
});

test('a file that cannot be opened is left to others, as it was', () => {
  const path = closedOutbox((db) => void db.pragma('user_version = 99'));
  const before = readFileSync(path);
  expect(() => openOutbox(path, openedAtMs)).toThrow(DatabaseFromTheFutureError);
  expect(readFileSync(path)).toEqual(before);
  const other = closedAfterwards(new SQLite(path));
  expect(other.pragma('journal_mode = DELETE', { simple: true })).toBe('delete');
});

test('damage that only SQLite can tell is told in its words about the place, on one line', () => {
  const path = closedOutbox();
  const db = new SQLite(path, { readonly: true });
  const pageBytes = numberOf(db.pragma('page_size', { simple: true }));
  const page = numberOf(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'edits_by_set'").pluck().get());
  db.close();
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0x5a, (page - 1) * pageBytes, page * pageBytes));
  const message = messageOf(() => openOutbox(path, openedAtMs));
  expect(message).toMatch(/page/i);
  expect(message).not.toMatch(/\*\*\*|\n/);
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof DamagedFileError) return error.message;
    throw error;
  }
  throw new Error('It was opened');
}

/** An outbox as a crash leaves it, with a log, in whose schema something else has written. @returns the path of its file */
function damagedOutboxWithLog(): string {
  const path = join(temporaryDirectory(), 'outbox.db');
  const left = closedOutbox((db) => {
    outboxTable(db).enqueue(aChangeSet(1));
    checkpoint(db).now();
    db.exec('CREATE TABLE stranger (a)');
    for (const end of ['', '-wal']) copyFileSync(`${db.name}${end}`, `${path}${end}`);
  });
  copyFileSync(markOf(left), markOf(path));
  return path;
}

test('a damaged outbox is left to the recovery as it was, with what stands in its log alone', () => {
  const path = damagedOutboxWithLog();
  const bytes = () =>
    ['', '-wal'].map((end) =>
      createHash('sha256')
        .update(readFileSync(`${path}${end}`))
        .digest('hex'),
    );
  const before = bytes();
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  expect(() => openOutbox(path, openedAtMs)).toThrow(DamagedFileError);
  expect(bytes()).toEqual(before);
});
