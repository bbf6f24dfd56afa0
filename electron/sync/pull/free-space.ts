import type { FilesTable } from '../../database/mirror/mirror.ts';
import { TooLittleSpaceError } from '../../database/sqlite/errors.ts';

/** Room for some 100,000 records more, and for edits. */
const LEAST_FREE_BYTES = 256_000_000;

/**
 * Asked before each page of a scan.
 *
 * @throws TooLittleSpaceError when the outbox beside the mirror needs the room that is left
 */
export function requireFreeSpace(files: Pick<FilesTable, 'freeBytes'>): void {
  const freeBytes = files.freeBytes();
  if (freeBytes !== null && freeBytes < LEAST_FREE_BYTES) throw new TooLittleSpaceError(freeBytes);
}
