import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../electron/database/sqlite/migrate.ts';
import { closedAfterwards, temporaryDirectory } from '../../support/database.ts';
import { killedItself } from '../../support/killed-itself.ts';
import { dyingSchema, withDie } from './dying-schema.ts';

const program = fileURLToPath(new URL('./dying-migration.ts', import.meta.url));
const open = (path: string) => withDie(closedAfterwards(new SQLite(path)), () => undefined);
const versionOf = (path: string): unknown => open(path).pragma('user_version', { simple: true });
const tablesOf = (path: string): readonly unknown[] =>
  open(path).prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all();

/** A file of version 1 with three rows. */
function fileOfVersion1(): string {
  const path = join(temporaryDirectory(), 'file.db');
  migrate(open(path), { ...dyingSchema, migrations: [dyingSchema.migrations[0]] });
  return path;
}

/** The snapshot is whole and of the version before, and nothing else lies beside the file. */
function expectSnapshot(path: string, rows: number): void {
  const snapshot = `${path}.before-2`;
  expect(existsSync(snapshot)).toBe(true);
  expect(open(snapshot).pragma('integrity_check', { simple: true })).toBe('ok');
  expect([versionOf(snapshot), open(snapshot).prepare('SELECT count(*) FROM rows').pluck().get()]).toEqual([1, rows]);
  const expected = /^file\.db(\.before-2)?(-wal|-shm|-journal)?$/;
  expect(readdirSync(dirname(path)).filter((name) => !expected.test(name))).toEqual([]);
}

test.each(['second', 'third'])(
  'a process that ends inside the %s migration leaves the file as it was, and the next start makes it whole',
  (place) => {
    const path = fileOfVersion1();
    expect(spawnSync(process.execPath, [program, path, place])).toMatchObject(killedItself);
    expect([versionOf(path), tablesOf(path)]).toEqual([1, ['rows']]);
    expect(spawnSync(process.execPath, [program, path, 'nowhere']).status).toBe(0);
    expect([versionOf(path), tablesOf(path)]).toEqual([3, ['rows', 'second', 'third']]);
    expectSnapshot(path, 3);
  },
);

test('a process that ends while it writes the snapshot leaves none that is half, and the next start makes it', async () => {
  const path = fileOfVersion1();
  const rows = 20_000;
  open(path).exec(`
    WITH RECURSIVE more (number) AS (SELECT 4 UNION ALL SELECT number + 1 FROM more WHERE number < ${rows})
    INSERT INTO rows SELECT number, hex(randomblob(1500)) FROM more;
  `);
  const child = spawn(process.execPath, [program, path, 'nowhere']);
  const ended = once(child, 'exit');
  const hasBegun = (): boolean => readdirSync(dirname(path)).some((name) => name.startsWith('file.db.before-2'));
  while (!hasBegun() && child.exitCode === null) await new Promise((resolve) => setImmediate(resolve));
  child.kill('SIGKILL');
  await ended;
  expect(spawnSync(process.execPath, [program, path, 'nowhere']).status).toBe(0);
  expect(versionOf(path)).toBe(3);
  expectSnapshot(path, rows);
});
