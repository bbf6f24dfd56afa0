import { statSync } from 'node:fs';
import SQLite, { type Database } from 'better-sqlite3';
import { thrownByEach } from '../../../src/domain/core/thrown.ts';
import { numberOf, textOf } from '../sqlite/column-parsers.ts';
import { DamagedFileError, NotDurableError } from '../sqlite/errors.ts';
import { migrate, rejectInvalid, type Schema, verifySchema } from '../sqlite/migrate.ts';
import { lookAt, privateFile } from '../sqlite/private-files.ts';
import { type HighWaterMark, highWaterMarkPath, readHighWaterMark } from './edit-counters.ts';
import { checkOutbox } from './integrity-check.ts';
import { initial } from './migrations/0001-initial.ts';
import { adoptions } from './migrations/0002-adoptions.ts';
import { lastFailures } from './migrations/0003-last-failures.ts';
import { drafts } from './migrations/0004-drafts.ts';
import { answeredAttempts } from './migrations/0005-answered-attempts.ts';
import { activity } from './migrations/0006-activity.ts';
import { notes } from './migrations/0007-notes.ts';
import { stars } from './migrations/0008-stars.ts';
import { fileNotes } from './migrations/0009-file-notes.ts';
import { groupNames } from './migrations/0010-group-names.ts';
import { unappliedAttempts } from './migrations/0011-unapplied-attempts.ts';
import { attemptsAfterEdits } from './migrations/0012-attempts-after-edits.ts';
import { undoSteps } from './migrations/0013-undo-steps.ts';

const FULL = 2;

/** The tables of `outbox.db`. */
export const outboxSchema: Schema = {
  /** "PfOb" in ASCII. */
  applicationId: 0x50664f62,
  migrations: [
    initial,
    adoptions,
    lastFailures,
    drafts,
    answeredAttempts,
    activity,
    notes,
    stars,
    fileNotes,
    groupNames,
    unappliedAttempts,
    attemptsAfterEdits,
    undoSteps,
  ],
  isRebuildable: false,
};

export type OpenOutbox = {
  readonly db: Database;
  /** Problems of its content, as messages; empty when there are none. */
  readonly warnings: readonly string[];
};

/**
 * Opens the outbox. No code deletes or replaces the file.
 *
 * @param path file to open, or `:memory:` in tests
 * @param nowMs for the record of a loss
 * @throws DamagedFileError, DatabaseFromTheFutureError, NotDurableError, or SQLite's own error
 */
export function openOutbox(path: string, nowMs: number): OpenOutbox {
  const mark = path === ':memory:' ? 'absent' : readHighWaterMark(highWaterMarkPath(path));
  if (path !== ':memory:') refuseVanished(path, mark);
  const db = new SQLite(path);
  try {
    prepare(db);
    return { db, warnings: checkOutbox(db, mark, nowMs) };
  } catch (error) {
    closeAsItIs(db);
    throw error;
  }
}

/**
 * Closes a file without a change. The last connection to close copies the log into the file, if it may write
 * (https://sqlite.org/wal.html#performance_considerations): how a damaged outbox is put right is for the person to choose.
 */
function closeAsItIs(db: Database): void {
  const readers: Database[] = [];
  const read = (): void => {
    const reader = new SQLite(db.name, { readonly: true });
    readers.push(reader);
    // Only a connection that has read counts as one.
    reader.pragma('schema_version');
  };
  thrownByEach([...(db.memory ? [] : [read]), () => db.close(), () => readers.forEach((one) => one.close())]);
}

/** An empty file where edits have been is a loss, not a fresh start. */
function refuseVanished(path: string, mark: HighWaterMark | 'absent' | 'unreadable'): void {
  const hadEdits = mark !== 'absent' && (mark === 'unreadable' || mark.enqueued > 0);
  if (hadEdits && lookAt(path) === null) throw new DamagedFileError('it is missing, though edits were kept in it');
  privateFile(path);
  if (hadEdits && statSync(path).size === 0) throw new DamagedFileError('it is empty, though edits were kept in it');
}

function prepare(db: Database): void {
  db.pragma('busy_timeout = 5000');
  verifySchema(db, outboxSchema, rejectInvalid(db, outboxSchema));
  refuseBroken(db);
  inWal(db);
  migrate(db, outboxSchema);
  refuseUndurable(db);
}

function refuseBroken(db: Database): void {
  const found = textOf(db.pragma('integrity_check(1)', { simple: true }));
  // SQLite names the database on a line of its own, which says nothing to a person.
  if (found !== 'ok') throw new DamagedFileError(found.replace(/^\*\*\*[^\n]*\n/, '').replaceAll('\n', ', '));
}

function inWal(db: Database): void {
  db.pragma('journal_mode = WAL');
  // After the switch to WAL, which drops `synchronous` back to NORMAL: in WAL mode a power cut may then take commits
  // (https://sqlite.org/pragma.html#pragma_synchronous).
  db.pragma('synchronous = FULL');
  db.pragma('fullfsync = ON');
  db.pragma('checkpoint_fullfsync = ON');
  db.pragma('foreign_keys = ON');
  // Deleted names and values leave the file too: SQLite alone only marks their pages as free.
  db.pragma('secure_delete = ON');
}

function refuseUndurable(db: Database): void {
  const mode = textOf(db.pragma('journal_mode', { simple: true }));
  if (!db.memory && mode !== 'wal') throw new NotDurableError(`SQLite keeps its log as "${mode}" here`);
  const level = numberOf(db.pragma('synchronous', { simple: true }));
  if (level !== FULL) throw new NotDurableError('SQLite would not promise that saved edits survive a power cut');
}
