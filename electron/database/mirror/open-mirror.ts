import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import SQLite, { type Database } from 'better-sqlite3';
import { errorMessage } from '../../../src/domain/core/thrown.ts';
import { textOf } from '../sqlite/column-parsers.ts';
import { closedOnFailure } from '../sqlite/closed-on-failure.ts';
import { blockingThread } from '../sqlite/durable-files.ts';
import { DamagedFileError, isDamage, isFileSystemError } from '../sqlite/errors.ts';
import { migrate, rejectInvalid, type Schema } from '../sqlite/migrate.ts';
import { onceReleasedNow } from '../../../src/domain/core/held-files.ts';
import { lookAt, privateFile } from '../sqlite/private-files.ts';
import { textIndexInMemory } from '../text-index/open-text-index.ts';
import { notedDamage, settleDamage } from './found-damage.ts';
import { initial } from './migrations/0001-initial.ts';
import { remoteChanges } from './migrations/0002-remote-changes.ts';
import { createdIndex } from './migrations/0004-created-index.ts';
import { fileMarks } from './migrations/0005-file-marks.ts';
import { facetSizes } from './migrations/0003-facet-sizes.ts';

/** The tables of `mirror.db`. */
export const mirrorSchema: Schema = {
  /** "PfMi" in ASCII. */
  applicationId: 0x50664d69,
  migrations: [initial, remoteChanges, facetSizes, createdIndex, fileMarks],
  isRebuildable: true,
};

export type OpenMirror = {
  readonly db: Database;
  /** That a damaged mirror was set aside, for as long as it is kept. */
  readonly warnings: readonly string[];
};

/**
 * Opens the mirror. A damaged one is set aside and copied again: the service and the outbox hold all of it. Damage shows at
 * the opening, or was noted by the thread that met it.
 *
 * @param path file to open, or `:memory:` in tests
 * @param nowMs names what is set aside
 * @throws DatabaseFromTheFutureError, or SQLite's own error
 */
export function openMirror(path: string, nowMs: number): OpenMirror {
  if (path === ':memory:') return { db: inMemory(), warnings: [] };
  const noted = notedDamage(path);
  if (noted !== null) return openAnew(path, nowMs, noted);
  try {
    return { db: open(path), warnings: [] };
  } catch (error) {
    if (!isDamage(error)) throw error;
    return openAnew(path, nowMs, errorMessage(error));
  }
}

/** Sets a damaged mirror aside, and begins another. */
function openAnew(path: string, nowMs: number, detail: string): OpenMirror {
  const aside = setAside(path, nowMs);
  settleDamage(path);
  removeEarlierAside(path, aside);
  const warning = `The copy of the service's files was damaged (${detail}). It is kept as ${aside} and is being copied anew; waiting edits are not affected.`;
  return {
    db: open(path),
    get warnings() {
      return lookAt(aside) === null ? [] : [warning];
    },
  };
}

function inMemory(): Database {
  const db = prepared(new SQLite(':memory:'));
  textIndexInMemory(db);
  return db;
}

function open(path: string): Database {
  const wasCutOff = (lookAt(`${path}-wal`)?.size ?? 0) > 0;
  privateFile(path);
  return closedOnFailure(new SQLite(path), (db) => {
    rejectInvalid(db, mirrorSchema);
    if (wasCutOff && statSync(path).size < QUICKLY_CHECKED_BYTES) refuseBroken(db);
    return prepared(db);
  });
}

/** `quick_check` reads the whole file: 0.2 s for this size, and too long at start beyond it. */
const QUICKLY_CHECKED_BYTES = 32_000_000;

function refuseBroken(db: Database): void {
  const found = textOf(db.pragma('quick_check(1)', { simple: true }));
  if (found !== 'ok') throw new DamagedFileError(found);
}

function prepared(db: Database): Database {
  // The sort indexer holds the write lock for seconds in a mirror of a million rows.
  db.pragma('busy_timeout = 60000');
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('foreign_keys = ON');
  db.pragma('cache_size = -12288');
  // A first copy writes the same pages over and over; fewer checkpoints (https://sqlite.org/wal.html#automatic_checkpoint)
  // save most of that.
  db.pragma('wal_autocheckpoint = 8000');
  migrate(db, mirrorSchema);
  return db;
}

const asidePrefix = (path: string): string => `${path}.damaged-`;

function setAside(path: string, nowMs: number): string {
  const aside = `${asidePrefix(path)}${nowMs}`;
  for (const ending of ['', '-wal', '-shm']) {
    if (lookAt(path + ending) === null) continue;
    onceReleasedNow(() => renameSync(path + ending, aside + ending), blockingThread);
  }
  return aside;
}

/**
 * A failing disk damages what is copied anew too, and a mirror may have gigabytes: the latest one tells what happened. One that
 * the disk keeps stops no start.
 */
function removeEarlierAside(path: string, latest: string): void {
  if (lookAt(latest) === null) return;
  try {
    removeAside(path, (name) => !name.startsWith(basename(latest)));
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
  }
}

/** Removes the damaged mirrors that were set aside: of any connection, because nobody can tell what is in them. */
export const removeSetAside = (path: string): void => removeAside(path, () => true);

function removeAside(path: string, isWanted: (name: string) => boolean): void {
  for (const name of readdirSync(dirname(path))) {
    const isAside = name.startsWith(basename(asidePrefix(path))) && isWanted(name);
    if (isAside) onceReleasedNow(() => rmSync(join(dirname(path), name), { force: true }), blockingThread);
  }
}
