import { MOST_KEY_COLUMNS, type ExportTrouble } from '../../src/domain/exports/library-export.ts';
import { diskFailure, isFileSystemError, wordsOf } from '../database/sqlite/errors.ts';

/** More metadata keys than a table can have columns. */
export class TooManyKeysError extends Error {
  override readonly name = 'TooManyKeysError';
  constructor() {
    super(`There are more than ${MOST_KEY_COLUMNS} metadata keys.`);
  }
}

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const READ_ONLY = ['EROFS', 'EACCES', 'EPERM'];

/** @returns null for errors that are bugs */
export function exportFailure(error: unknown): { readonly trouble: ExportTrouble; readonly detail: string } | null {
  if (error instanceof TooManyKeysError) return { trouble: 'tooManyKeys', detail: error.message };
  const disk = diskFailure(error);
  if (disk !== null) return { trouble: disk.reason, detail: disk.detail };
  if (!isFileSystemError(error)) return null;
  return { trouble: troubleOf(error), detail: wordsOf(error) };
}

function troubleOf(error: unknown): ExportTrouble {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (FULL.includes(code)) return 'diskFull';
  return READ_ONLY.includes(code) ? 'readOnly' : 'diskError';
}
