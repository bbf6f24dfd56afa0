import SQLite from 'better-sqlite3';
import { ZodError } from 'zod';
import { errorCode, errorMessage } from '../../../src/domain/core/thrown.ts';

/** Why a profile's files could not be opened. No failure deletes a file. */
export type OpenFailure =
  | { readonly kind: 'profileInUse'; readonly path: string }
  | { readonly kind: 'fromTheFuture'; readonly path: string }
  | { readonly kind: 'damaged'; readonly path: string; readonly detail: string }
  | { readonly kind: 'notWritable'; readonly path: string; readonly detail: string };

/** The file was written by a newer release; opening it could lose edits. */
export class DatabaseFromTheFutureError extends Error {
  override readonly name = 'DatabaseFromTheFutureError';
  constructor(found: number, supported: number) {
    super(`Database is at version ${found}, this release supports up to ${supported}`);
  }
}

/** The file at the path is damaged, or another program's. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}

/** SQLite refused a setting under which a commit survives a power cut. */
export class NotDurableError extends Error {
  override readonly name = 'NotDurableError';
}

/** The file of an open database is no longer where it was opened: what is written now would end with the process. */
export class FileGoneError extends Error {
  override readonly name = 'FileGoneError';
  constructor(path: string) {
    super(`${path} was moved or deleted while Pinfold runs`);
  }
}

/** A pull stops before the disk is full: the outbox beside the mirror needs the rest. */
export class TooLittleSpaceError extends Error {
  override readonly name = 'TooLittleSpaceError';
  constructor(freeBytes: number) {
    super(`only ${Math.floor(freeBytes / 1e6)} MB are free on the disk`);
  }
}

/** @returns null for errors that are bugs */
export function openFailure(error: unknown, path: string): OpenFailure | null {
  if (error instanceof DatabaseFromTheFutureError) return { kind: 'fromTheFuture', path };
  if (isDamage(error)) return { kind: 'damaged', path, detail: errorMessage(error) };
  // SQLite finds nothing wrong with a file that another program has written into.
  if (error instanceof ZodError) return { kind: 'damaged', path, detail: 'it holds a row that Pinfold did not write' };
  if (error instanceof NotDurableError || diskFailure(error) !== null || isFileSystemError(error)) {
    return { kind: 'notWritable', path, detail: errorMessage(error) };
  }
  return null;
}

/** Whether the file's content is at fault, rather than the disk. An error of another thread comes without its class. */
export const isDamage = (error: unknown): boolean =>
  error instanceof DamagedFileError || /^SQLITE_(NOTADB|CORRUPT)/.test(errorCode(error) ?? '');

/** SQLite refuses one row for what is in it (https://sqlite.org/rescode.html); others can still be written. */
const isAboutTheRow = (error: unknown): boolean =>
  error instanceof SQLite.SqliteError && /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)/.test(error.code);

/**
 * Puts a row that SQLite may refuse for what is in it.
 *
 * @param refused told the reason; null throws the refusal, as every other failure is thrown: a full disk, for example
 * @returns null when SQLite refuses the row
 */
export function unlessRefused<T>(put: () => T, refused: ((reason: string) => void) | null): T | null {
  try {
    return put();
  } catch (error) {
    if (refused === null || !isAboutTheRow(error)) throw error;
    refused(errorMessage(error));
    return null;
  }
}

export type DiskFailure = {
  readonly reason: 'diskFull' | 'readOnly' | 'diskError' | 'fileGone';
  readonly detail: string;
};

/**
 * The failure that a failed write means to a person. After `diskError` the commit may have reached the disk: a caller reads
 * before it reports a loss.
 *
 * @returns null for errors of another cause
 */
export function diskFailure(error: unknown): DiskFailure | null {
  if (error instanceof TooLittleSpaceError) return { reason: 'diskFull', detail: error.message };
  if (error instanceof FileGoneError) return { reason: 'fileGone', detail: error.message };
  if (!(error instanceof SQLite.SqliteError)) return null;
  const detail = `${error.code}: ${error.message}`;
  if (error.code === 'SQLITE_FULL') return { reason: 'diskFull', detail };
  if (/^SQLITE_(READONLY|PERM)/.test(error.code)) return { reason: 'readOnly', detail };
  if (/^SQLITE_(IOERR|CANTOPEN)/.test(error.code)) return { reason: 'diskError', detail };
  return null;
}

/** Whether the operating system reported an error, such as `EACCES`, `EROFS` or `ENOSPC`. */
export const isFileSystemError = (error: unknown): boolean => /^E[A-Z0-9]+$/.test(errorCode(error) ?? '');
