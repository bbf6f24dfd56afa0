import SQLite from 'better-sqlite3';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrate } from '../../../electron/database/sqlite/migrate.ts';
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
