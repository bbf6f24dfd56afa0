import type { Database } from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { DamagedFileError, DatabaseFromTheFutureError } from './errors.ts';
import { numberOf } from './column-parsers.ts';

/** One step of the schema. `version` is the `user_version` the file has afterwards. */
export type Migration = { readonly version: number; readonly up: string };

export type Schema = {
  /** Tells our file from any other SQLite file before a table of it is touched. */
  readonly applicationId: number;
  /** Oldest first. Append only: a released migration is never edited. */
  readonly migrations: readonly Migration[];
  /** Everything in it can be had again, so that no copy of perhaps gigabytes is kept from before a step. */
  readonly isRebuildable: boolean;
};

/**
 * Brings the file up to the newest schema, all steps or none. A file that already held something is copied beside
 * itself first, unless it can be rebuilt.
 *
 * @throws DatabaseFromTheFutureError when the file is newer than the schema
 * @throws DamagedFileError when another program's tables are in it
 */
export function migrate(db: Database, schema: Schema): void {
  const current = rejectInvalid(db, schema);
  const newest = newestOf(schema);
  if (current > 0 && current < newest && !schema.isRebuildable) snapshot(db, current);

  db.transaction(() => {
    // The same number written again is a write too, and waits for the disk at every start.
    if (current === newest) return;
    db.pragma(`application_id = ${schema.applicationId}`);
    for (const { version, up } of schema.migrations.filter((step) => step.version > current)) {
      db.exec(up);
      db.pragma(`user_version = ${version}`);
    }
  }).immediate();
}

const newestOf = ({ migrations }: Schema): number => migrations.at(-1)?.version ?? 0;

/**
 * Looks without touching, so that another program's file stays as it is.
 *
 * @returns the version the file is at
 */
export function rejectInvalid(db: Database, schema: Schema): number {
  const version = numberOf(db.pragma('user_version', { simple: true }));
  refuseForeign(db, schema.applicationId, version);
  if (version > newestOf(schema)) throw new DatabaseFromTheFutureError(version, newestOf(schema));
  return version;
}

function refuseForeign(db: Database, ours: number, version: number): void {
  const found = numberOf(db.pragma('application_id', { simple: true }));
  if (found === ours) return;
  // A crash between making the file and its first migration leaves an empty one behind.
  const tables = numberOf(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get());
  if (found !== 0 || version !== 0 || tables > 0) throw new DamagedFileError('it belongs to another program');
}

function snapshot(db: Database, version: number): void {
  const beside = `${db.name}.before-${version + 1}`;
  if (!db.memory && !existsSync(beside)) db.prepare('VACUUM INTO ?').run(beside);
}
