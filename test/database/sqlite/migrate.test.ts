import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { mirrorSchema } from '../../../electron/database/mirror/open-mirror.ts';
import { openOutbox, outboxSchema } from '../../../electron/database/outbox/open-outbox.ts';
import { migrate, verifySchema } from '../../../electron/database/sqlite/migrate.ts';
import { hasPrivateFiles, privateFile } from '../../../electron/database/sqlite/private-files.ts';
import { openedAtMs, temporaryDirectory } from '../../support/database.ts';

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
  expect(snapshotsOf(outboxSchema)).toEqual([
    'file.db',
    `file.db.before-${outboxSchema.migrations.at(-1)!.version + 1}`,
  ]);
  expect(snapshotsOf(mirrorSchema)).toEqual(['file.db']);
});

/** One letter of a definition, as a flipped bit changes it. */
function flipIn(path: string, table: string, from: string, to: string): void {
  const db = new SQLite(path);
  db.unsafeMode();
  db.pragma('writable_schema = ON');
  const { changes } = db
    .prepare('UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = ?')
    .run(from, to, table);
  expect(changes).toBe(1);
  db.close();
}

test.each([
  ['a function that does not exist', 'edit_changes', 'json_valid', 'kson_valid'],
  ['a column of another name', 'edits', 'created_at_ms', 'created_at_ns'],
])('a definition with %s is damage, and told before anything is read', (_what, table, from, to) => {
  const path = join(temporaryDirectory(), 'outbox.db');
  openOutbox(path, openedAtMs).db.close();
  flipIn(path, table, from, to);
  expect(() => openOutbox(path, openedAtMs)).toThrow(`its definition of ${table} is not as it was made`);
});

test('a file of every earlier version is as its own migrations made it', () => {
  const [initial] = outboxSchema.migrations;
  const later = { version: initial.version + 1, up: 'CREATE TABLE later (number INTEGER)' };
  const schema = { ...outboxSchema, migrations: [initial, later] as const };
  for (const [version, migrations] of [
    [initial.version, [initial]],
    [later.version, [initial, later]],
  ] as const) {
    const db = new SQLite(':memory:');
    migrate(db, { ...outboxSchema, migrations });
    expect(() => verifySchema(db, schema, version)).not.toThrow();
    db.close();
  }
});

test('what is missing or was added is damage, too', () => {
  for (const change of ['DROP TABLE losses', 'CREATE TABLE more (number INTEGER)']) {
    const db = new SQLite(':memory:');
    migrate(db, outboxSchema);
    db.exec(change);
    const version = outboxSchema.migrations.at(-1)?.version ?? 0;
    expect(() => verifySchema(db, outboxSchema, version)).toThrow('is not as it was made');
    db.close();
  }
});

test.runIf(hasPrivateFiles())('only the owner may read the snapshot of a migration', () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'outbox.db');
  privateFile(path);
  const db = new SQLite(path);
  migrate(db, { ...outboxSchema, migrations: [outboxSchema.migrations[0]] });
  migrate(db, outboxSchema);
  db.close();
  const modes = readdirSync(directory).map((name) => statSync(join(directory, name)).mode & 0o777);
  expect(modes).toEqual([0o600, 0o600]);
});
