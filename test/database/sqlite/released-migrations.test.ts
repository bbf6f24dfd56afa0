import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { mirrorSchema } from '../../../electron/database/mirror/open-mirror.ts';
import { outboxSchema } from '../../../electron/database/outbox/open-outbox.ts';
import { migrate, type Schema, verifySchema } from '../../../electron/database/sqlite/migrate.ts';
import { temporaryDirectory } from '../../support/database.ts';
import { killedItself } from '../../support/killed-itself.ts';

const program = fileURLToPath(new URL('./dying-released-migration.ts', import.meta.url));
const schemas = { outbox: outboxSchema, mirror: mirrorSchema } as const;
type Name = keyof typeof schemas;

const upTo = (schema: Schema, version: number): Schema => {
  const [first, ...later] = schema.migrations;
  return { ...schema, migrations: [first, ...later.filter((step) => step.version <= version)] };
};

const versionsOf = ({ migrations }: Schema): readonly number[] => migrations.map(({ version }) => version);

/** A file as the build of a version left it, with a row that has to stay. */
function fileOf(name: Name, version: number): string {
  const path = join(temporaryDirectory(), `${name}.db`);
  const db = new SQLite(path);
  db.pragma('journal_mode = WAL');
  migrate(db, upTo(schemas[name], version));
  if (name === 'outbox') db.exec("INSERT INTO known_signers (address, label, added_at_ms) VALUES ('0x1', 'Ada', 1)");
  db.close();
  return path;
}

async function endsInside(path: string, name: Name, version: number): Promise<unknown> {
  const child = spawn(process.execPath, [program, path, name, String(version)], { stdio: 'ignore' });
  await once(child, 'exit');
  return { status: child.exitCode, signal: child.signalCode };
}

/** What a start finds: the version, with every definition as the migrations up to it made it. */
function found(path: string, name: Name): { readonly version: number; readonly signers: unknown } {
  const db = new SQLite(path);
  try {
    const version = Number(db.pragma('user_version', { simple: true }));
    verifySchema(db, schemas[name], version);
    const signers = name === 'outbox' ? db.prepare('SELECT label FROM known_signers').pluck().all() : null;
    return { version, signers };
  } finally {
    db.close();
  }
}

const starts = (['outbox', 'mirror'] as const).flatMap((name) =>
  versionsOf(schemas[name])
    .slice(0, -1)
    .map((from) => [name, from] as const),
);

test.each(starts)('an %s of version %i survives an end inside each step to the newest version', async (name, from) => {
  const schema = schemas[name];
  const newest = versionsOf(schema).at(-1);
  const signers = name === 'outbox' ? ['Ada'] : null;
  const path = fileOf(name, from);
  for (const version of versionsOf(schema).filter((one) => one > from)) {
    expect(await endsInside(path, name, version)).toEqual(killedItself);
    expect(found(path, name)).toEqual({ version: from, signers });
  }
  if (!schema.isRebuildable) expect(found(`${path}.before-${from + 1}`, name)).toEqual({ version: from, signers });
  expect(existsSync(`${path}.before-${from + 1}`)).toBe(!schema.isRebuildable);
  const db = new SQLite(path);
  migrate(db, schema);
  db.close();
  expect(found(path, name)).toEqual({ version: newest, signers });
});
