import { join } from 'node:path';
import SQLite, { type Database } from 'better-sqlite3';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { openMirror } from '../mirror/open-mirror.ts';
import { checkpoint } from '../outbox/checkpoint.ts';
import { openOutbox } from '../outbox/open-outbox.ts';
import { carryMarks } from './carry-marks.ts';
import { connectionsTable } from './profile-tables.ts';
import { carryObservedValues } from './carry-observed-values.ts';
import { openFailure, type OpenFailure } from '../sqlite/errors.ts';
import { privateDirectory, privateFile } from '../sqlite/private-files.ts';
import { openToRead, recoverTextIndex, textIndexPath } from '../text-index/open-text-index.ts';

/** The files of one profile, held by this process alone. */
export type OpenProfile = {
  readonly outbox: Database;
  readonly mirror: Database;
  readonly mirrorPath: string;
  /** A connection that reads the mirror and its text index as they are committed, for the writer's own searches. */
  readonly searching: () => Database;
  /** Problems of the files, as messages; empty when there are none. */
  readonly warnings: readonly string[];
  close(): void;
};

/**
 * Opens and locks the files of a profile, and makes those that are missing.
 *
 * @param nowMs for the names of damaged files that are set aside, and the records of losses
 */
export function openProfile(directory: string, nowMs: number): Result<OpenProfile, OpenFailure> {
  const opened: { close(): unknown }[] = [];
  const close = (): void => {
    for (const one of opened.splice(0).toReversed()) one.close();
  };
  const paths = {
    lock: join(directory, 'lock.db'),
    outbox: join(directory, 'outbox.db'),
    mirror: join(directory, 'mirror.db'),
  };
  let path = directory;
  try {
    privateDirectory(directory);
    path = paths.lock;
    const lock = lockProfile(path);
    if (lock === null) return fail({ kind: 'profileInUse', path: directory });
    opened.push({ close: () => lock.release() });
    path = paths.outbox;
    const outbox = openOutbox(path, nowMs);
    opened.push(outbox.db, { close: () => checkpoint(outbox.db).now() });
    // Every screen begins with the connections: without one that can be read, the way out is the recovery.
    const connections = connectionsTable(outbox.db);
    for (const read of [connections.list, connections.ids]) read();
    path = paths.mirror;
    const mirror = openMirror(path, nowMs);
    opened.push(mirror.db);
    carryObservedValues(outbox.db, mirror.db);
    carryMarks(outbox.db, mirror.db);
    path = textIndexPath(paths.mirror);
    recoverTextIndex(mirror.db, path);
    // A text index that was given up and not emptied yet is deleted before the app ends.
    opened.push({ close: () => recoverTextIndex(mirror.db, textIndexPath(paths.mirror)) });
    let reading: Database | null = null;
    opened.push({ close: () => reading?.close() });
    const searching = (): Database => (reading ??= openToRead(paths.mirror, 2));
    const warnings = [...outbox.warnings, ...mirror.warnings];
    return ok({ outbox: outbox.db, mirror: mirror.db, mirrorPath: paths.mirror, searching, warnings, close });
  } catch (error) {
    close();
    const failure = openFailure(error, path);
    if (failure === null) throw error;
    return fail(failure);
  }
}

export type ProfileLock = { release(): void };

/**
 * Locks a profile for as long as this process lives. An SQLite lock works alike on every system and ends with the process:
 * a crash leaves nothing to clean up.
 *
 * @returns null when another process holds the lock
 */
export function lockProfile(path: string): ProfileLock | null {
  privateFile(path);
  const db = new SQLite(path, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  return { release: () => void db.close() };
}
