import SQLite from 'better-sqlite3';
import { constants, copyFileSync, cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { connectionsTable } from '../../electron/database/profile/profile-tables.ts';
import type { Bench } from './bench.ts';
import type { DataSet } from './data-set.ts';
import { firstCopy } from './first-copy.ts';
import { rawIngest } from './raw-ingest.ts';

/** A first copy into a new profile. The latest is kept for the rows that need a finished one. */
export async function copyFirst(bench: Bench, set: DataSet, row: string | null) {
  const service = await bench.service(set);
  const profileDirectory = join(bench.folder(), 'profile');
  const { records } = set;
  const done = await bench.perform(row, firstCopy, {
    ...{ profileDirectory, records },
    ...{ baseUrl: service.baseUrl, token: service.token },
  });
  rmSync(set.profilePath, { recursive: true, force: true });
  renameSync(profileDirectory, set.profilePath);
  bench.firstCopies.set(records, [...(bench.firstCopies.get(records) ?? []), done.output.ms]);
  return done;
}

/** A profile of one's own after a first copy. Its connection leads to the service of this run. */
export async function profileOf(bench: Bench, set: DataSet): Promise<string> {
  if (!existsSync(set.profilePath)) {
    bench.say(`Copying ${set.records.toLocaleString('en-GB')} files once for the rows that need a copy …`);
    await copyFirst(bench, set, null);
  }
  const service = await bench.service(set);
  const profile = join(bench.folder(), 'profile');
  cpSync(set.profilePath, profile, { recursive: true, mode: constants.COPYFILE_FICLONE });
  pointAt(profile, service.baseUrl);
  return profile;
}

/**
 * The service took a new port. The connection is paused as a rule, so that its check at start is in nobody's figures.
 *
 * @returns the ids of the connections
 */
export function pointAt(profile: string, baseUrl: string, { paused } = { paused: true }): readonly string[] {
  const db = new SQLite(join(profile, 'outbox.db'));
  const connections = connectionsTable(db);
  const all = connections.list();
  for (const connection of all) connections.put({ ...connection, baseUrl, paused });
  db.close();
  return all.map(({ id }) => id);
}

/** The baseline's database, filled; not to be written. */
export async function rawDatabaseOf(bench: Bench, { pagesPath, rawPath }: DataSet): Promise<string> {
  if (!existsSync(rawPath)) {
    await bench.perform(null, rawIngest, { pagesPath, databasePath: `${rawPath}.new` });
    renameSync(`${rawPath}.new`, rawPath);
  }
  return rawPath;
}

/** One that may be written. */
export async function rawCopyOf(bench: Bench, set: DataSet): Promise<string> {
  const path = join(bench.folder(), 'raw.db');
  copyFileSync(await rawDatabaseOf(bench, set), path, constants.COPYFILE_FICLONE);
  return path;
}
