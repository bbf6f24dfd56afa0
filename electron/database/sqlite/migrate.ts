import { existsSync, renameSync, rmSync } from 'node:fs';
import SQLite, { type Database } from 'better-sqlite3';
import { z } from 'zod';
import { numberOf } from './column-parsers.ts';
import { syncFile } from './durable-files.ts';
import { DamagedFileError, DatabaseFromTheFutureError } from './errors.ts';
import { privateFile } from './private-files.ts';

/**
 * One step of the schema. `version` is the `user_version` of the file afterwards, an integer that SQLite keeps for the
 * application (https://sqlite.org/pragma.html#pragma_user_version).
 */
export type Migration = { readonly version: number; readonly up: string };

/** All migrations of one database file. */
export type Schema = {
  /**
   * Tells our file from any other SQLite file before a table of it is touched
   * (https://sqlite.org/pragma.html#pragma_application_id).
   */
  readonly applicationId: number;
  /** Oldest first. The first one makes a file from nothing. Append only: a released migration is never edited. */
  readonly migrations: readonly [Migration, ...Migration[]];
  /** The service and the outbox hold all of it: no snapshot of perhaps gigabytes precedes a migration. */
  readonly isRebuildable: boolean;
};

/**
 * Brings the file up to the newest schema, all migrations or none. A snapshot of a file that holds something is written
 * beside it first, unless the schema is rebuildable.
 *
 * @throws DatabaseFromTheFutureError when the file is newer than the schema
 * @throws DamagedFileError when another program's tables are in it, or those of a build from before the first release
 */
export function migrate(db: Database, schema: Schema): void {
  const current = rejectInvalid(db, schema);
  const newest = newestOf(schema);
  if (current > 0 && current < newest && !schema.isRebuildable) snapshot(db, current);

  db.transaction(() => {
    // Writing the same number again is a write too, and would wait for the disk at every start.
    if (current === newest) return;
    db.pragma(`application_id = ${schema.applicationId}`);
    for (const { version, up } of schema.migrations.filter((step) => step.version > current)) {
      db.exec(up);
      db.pragma(`user_version = ${version}`);
    }
  }).immediate();
}

const newestOf = ({ migrations }: Schema): number => (migrations.at(-1) ?? migrations[0]).version;

/**
 * Reads without writing, so that another program's file stays as it is.
 *
 * @returns the version of the file, 0 for an empty one
 * @throws DatabaseFromTheFutureError, DamagedFileError as `migrate` does
 */
export function rejectInvalid(db: Database, schema: Schema): number {
  const version = numberOf(db.pragma('user_version', { simple: true }));
  refuseForeign(db, schema.applicationId, version);
  if (version > newestOf(schema)) throw new DatabaseFromTheFutureError(version, newestOf(schema));
  // The first migration stands for all those before it, and none of them was ever released.
  if (version > 0 && version < schema.migrations[0].version) {
    throw new DamagedFileError('a build from before the first release wrote it');
  }
  return version;
}

function refuseForeign(db: Database, ours: number, version: number): void {
  const found = numberOf(db.pragma('application_id', { simple: true }));
  if (found === ours) return;
  // A crash between creating the file and its first migration leaves an empty one behind.
  const tables = numberOf(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get());
  if (found !== 0 || version !== 0 || tables > 0) throw new DamagedFileError('it belongs to another program');
}

/** Gives the snapshot its name once it is whole: one that a crash left half would be taken for the file of before. */
function snapshot(db: Database, version: number): void {
  const beside = `${db.name}.before-${version + 1}`;
  if (db.memory || existsSync(beside)) return;
  const part = `${beside}.part`;
  for (const left of [part, `${part}-journal`]) rmSync(left, { force: true });
  // VACUUM INTO takes an empty file as its target (https://sqlite.org/lang_vacuum.html), with the mode that it has.
  privateFile(part);
  db.prepare('VACUUM INTO ?').run(part);
  syncFile(part);
  renameSync(part, beside);
}

// SQLite keeps the text of a definition as it was written (https://sqlite.org/schematab.html). How it is laid out means
// nothing, and no single flipped bit turns a space into the end of a line.
const laidOutAlike = (sql: string): string => sql.replaceAll(/[ \n]+/g, ' ');

const definition = z.object({
  type: z.string(),
  name: z.string(),
  sql: z.string().transform(laidOutAlike).nullable(),
});
type Definition = z.infer<typeof definition>;

/**
 * Compares every definition of a file with what its migrations make: `integrity_check` takes a definition with a flipped
 * bit for one that somebody wanted.
 *
 * @param version of the file, 0 for an empty one
 * @throws DamagedFileError when a definition differs, is missing or was added
 */
export function verifySchema(db: Database, { migrations }: Schema, version: number): void {
  if (version === 0) return;
  const fresh = new SQLite(':memory:');
  try {
    for (const { up } of migrations.filter((step) => step.version <= version)) fresh.exec(up);
    const [found, made] = [definitions(db), definitions(fresh)];
    const altered = found.find((one, at) => !isSame(one, made[at]));
    if (altered !== undefined || found.length !== made.length) {
      throw new DamagedFileError(`its definition of ${altered?.name ?? 'a table'} is not as it was made`);
    }
  } finally {
    fresh.close();
  }
}

const definitions = (db: Database): readonly Definition[] =>
  db
    .prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name",
    )
    .all()
    .map((row) => definition.parse(row));

const isSame = (a: Definition, b: Definition | undefined): boolean =>
  a.type === b?.type && a.name === b.name && a.sql === b.sql;
