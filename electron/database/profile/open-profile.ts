import type { Database } from 'better-sqlite3';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { openFailure, type OpenFailure } from '../sqlite/errors.ts';
import { openMirror } from '../mirror/open-mirror.ts';
import { recoverTextIndex } from '../text-index/recover.ts';
import { openToRead, textIndexPath } from '../text-index/open-text-index.ts';
import { openOutbox } from '../outbox/open-outbox.ts';
import { privateDirectory } from '../sqlite/private-files.ts';
import { checkpoint } from '../outbox/checkpoint.ts';
import { lockProfile } from './profile-lock.ts';

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
    path = paths.mirror;
    const mirror = openMirror(path, nowMs);
    opened.push(mirror.db);
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
