import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import SQLite from 'better-sqlite3';
import { MINUTE_MS } from '../../../src/domain/core/durations.ts';
import { errorMessage } from '../../../src/domain/core/thrown.ts';
import { closedOnFailure } from '../sqlite/closed-on-failure.ts';
import { textOf } from '../sqlite/column-parsers.ts';
import { syncDirectory } from '../sqlite/durable-files.ts';
import { diskFailure, isDamage, isFileSystemError } from '../sqlite/errors.ts';
import { lookAt } from '../sqlite/private-files.ts';

const notePath = (mirrorPath: string): string => `${mirrorPath}.damage-found`;

/** @returns what was found wrong with a mirror while it was open; null without a note */
export function notedDamage(mirrorPath: string): string | null {
  const path = notePath(mirrorPath);
  return lookAt(path)?.isFile() === true ? readFileSync(path, 'utf8') : null;
}

/**
 * Lets the next opening set the mirror aside: no open connection can leave its file. Written beside and renamed, so that a
 * power cut leaves the whole note or none.
 */
export function noteDamage(mirrorPath: string, detail: string): void {
  const path = notePath(mirrorPath);
  const file = openSync(`${path}.new`, 'w', 0o600);
  try {
    writeSync(file, detail);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
  syncDirectory(dirname(path));
}

export const settleDamage = (mirrorPath: string): void => rmSync(notePath(mirrorPath), { force: true });

/**
 * Whether the file itself is damaged. An error of SQLite names no file: it may be about the outbox, about the text index, or
 * about a page that is wrong in memory alone, which a connection of its own does not see. Reads the whole file, indexes too.
 */
export function isDamagedOnDisk(mirrorPath: string): boolean {
  try {
    const db = new SQLite(mirrorPath, { readonly: true, fileMustExist: true });
    const found = closedOnFailure(db, () => textOf(db.pragma('integrity_check(1)', { simple: true })));
    db.close();
    return found !== 'ok';
  } catch (error) {
    // A file that cannot be read may be sound.
    if (!isDamage(error) && diskFailure(error) === null) throw error;
    return isDamage(error);
  }
}

/**
 * A sound mirror is not read again in this time, however often the outbox or the text index is found damaged; a clock that was set
 * back by more ends it too.
 */
const SOUND_FOR_MS = 10 * MINUTE_MS;

/**
 * Looks out for damage of a mirror that is open.
 *
 * @returns takes an error; says whether it is of a damaged mirror that the next opening sets aside: true once, at the first
 */
export function damageWatch(mirrorPath: string, nowMs: () => number): (error: unknown) => boolean {
  let isNoted = false;
  let soundAtMs = -Infinity;
  return (error) => {
    if (isNoted || !isDamage(error) || Math.abs(nowMs() - soundAtMs) < SOUND_FOR_MS) return false;
    isNoted = isDamagedOnDisk(mirrorPath) && noted(mirrorPath, error);
    if (!isNoted) soundAtMs = nowMs();
    return isNoted;
  };
}

/** @returns false where the disk takes no note: the mirror would be opened as it is */
function noted(mirrorPath: string, error: unknown): boolean {
  try {
    noteDamage(mirrorPath, errorMessage(error));
    return true;
  } catch (refusal) {
    if (!isFileSystemError(refusal)) throw refusal;
    return false;
  }
}
