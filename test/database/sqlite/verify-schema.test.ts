import SQLite from 'better-sqlite3';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrate } from '../../../electron/database/sqlite/migrate.ts';
import { outboxSchema } from '../../../electron/database/outbox/migrations/index.ts';
import { openOutbox } from '../../../electron/database/outbox/open-outbox.ts';
import { verifySchema } from '../../../electron/database/sqlite/verify-schema.ts';
import { openedAtMs, temporaryDirectory } from '../../support/database.ts';

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
