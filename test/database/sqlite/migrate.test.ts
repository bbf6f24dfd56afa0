import SQLite from 'better-sqlite3';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrate } from '../../../electron/database/sqlite/migrate.ts';
import { mirrorSchema } from '../../../electron/database/mirror/migrations/index.ts';
import { outboxSchema } from '../../../electron/database/outbox/migrations/index.ts';
import { temporaryDirectory } from '../../support/database.ts';

test('a file that is up to date is opened without writing, so that a start does not wait for the disk', () => {
  const path = join(temporaryDirectory(), 'outbox.db');
  const open = (): SQLite.Database => {
    const db = new SQLite(path);
    db.pragma('journal_mode = WAL');
    migrate(db, outboxSchema);
    return db;
  };
  open().close();
  const again = open();
  expect(statSync(`${path}-wal`).size).toBe(0);
  again.close();
});

test.each([
  ['outbox', outboxSchema],
  ['mirror', mirrorSchema],
])('an %s that a build from before the first release left behind is refused, and not touched', (_file, schema) => {
  const db = new SQLite(':memory:');
  db.pragma(`application_id = ${schema.applicationId}`);
  db.pragma(`user_version = ${schema.migrations[0].version - 1}`);
  expect(() => migrate(db, schema)).toThrow('a build from before the first release wrote it');
  expect(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()).toBe(0);
  db.close();
});

test('a file with rows is migrated after a snapshot of it was written beside it, and a rebuildable one without', () => {
  const later = { version: 100, up: 'CREATE TABLE later (number INTEGER)' };
  const snapshotsOf = (schema: typeof outboxSchema): readonly string[] => {
    const directory = temporaryDirectory();
    const db = new SQLite(join(directory, 'file.db'));
    migrate(db, schema);
    migrate(db, { ...schema, migrations: [schema.migrations[0], later] });
    expect(db.pragma('user_version', { simple: true })).toBe(100);
    db.close();
    return readdirSync(directory).toSorted();
  };
  expect(snapshotsOf(outboxSchema)).toEqual(['file.db', `file.db.before-${outboxSchema.migrations[0].version + 1}`]);
  expect(snapshotsOf(mirrorSchema)).toEqual(['file.db']);
});
