import { join } from 'node:path';
import SQLite, { type Database } from 'better-sqlite3';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { doEach, thrownByEach } from '../../../src/domain/core/thrown.ts';
import { damageWatch } from '../mirror/found-damage.ts';
import { openMirror, type OpenMirror } from '../mirror/open-mirror.ts';
import { checkpoint } from '../outbox/checkpoint.ts';
import { openOutbox } from '../outbox/open-outbox.ts';
import { carryMarks } from './carry-marks.ts';
import { connectionsTable } from './profile-tables.ts';
import { carryObservedValues } from './carry-observed-values.ts';
import { openFailure, type OpenFailure } from '../sqlite/errors.ts';
import { closedOnFailure } from '../sqlite/closed-on-failure.ts';
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
  // Each, also after one that failed: a lock that stays would keep every other start out.
  const closings = () =>
    opened
      .splice(0)
      .toReversed()
      .map((one) => () => one.close());
  const close = (): void => doEach(closings());
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
    const mirror = usableMirror(outbox.db, paths.mirror, nowMs, (next) => (path = next));
    opened.push(mirror.db);
    // A text index that was given up and not emptied yet is deleted before the app ends.
    opened.push({ close: () => recoverTextIndex(mirror.db, textIndexPath(paths.mirror)) });
    let reading: Database | null = null;
    opened.push({ close: () => reading?.close() });
    const searching = (): Database => (reading ??= openToRead(paths.mirror, 2));
    return ok({
      ...{ outbox: outbox.db, mirror: mirror.db, mirrorPath: paths.mirror, searching, close },
      get warnings() {
        return [...outbox.warnings, ...mirror.warnings];
      },
    });
  } catch (error) {
    thrownByEach(closings());
    const failure = openFailure(error, path);
    if (failure === null) throw error;
    return fail(failure);
  }
}

/**
 * Opens the mirror, and brings it in step with the outbox and the text index. A mirror that shows its damage only then is
 * set aside too.
 *
 * @param begins told of each file before it is opened
 */
function usableMirror(outbox: Database, path: string, nowMs: number, begins: (path: string) => void): OpenMirror {
  const openPrepared = (): OpenMirror => {
    begins(path);
    const mirror = openMirror(path, nowMs);
    return closedOnFailure(mirror.db, (db) => {
      carryObservedValues(outbox, db);
      carryMarks(outbox, db);
      begins(textIndexPath(path));
      recoverTextIndex(db, textIndexPath(path));
      return mirror;
    });
  };
  try {
    return openPrepared();
  } catch (error) {
    // The outbox is read too meanwhile.
    if (!damageWatch(path, () => nowMs)(error)) throw error;
    return openPrepared();
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
