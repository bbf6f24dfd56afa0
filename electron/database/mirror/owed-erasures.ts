import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { connectionId, type ConnectionId } from '../../../src/domain/core/ids.ts';
import { isFileSystemError } from '../sqlite/errors.ts';

const PREFIX = 'erase-copy-';

/** Erasures of mirrors that a person asked for and that are not done. */
export type OwedErasures = {
  /** Where the disk takes not even a name, nothing is noted. */
  readonly note: (id: ConnectionId) => void;
  readonly settle: (id: ConnectionId) => void;
  readonly list: () => readonly ConnectionId[];
};

/**
 * Notes owed erasures as empty files in the profile: a full disk takes a name where it takes no row. A file outlives the
 * process that a power cut ends in the middle of an erasure, too.
 */
export function owedErasures(directory: string): OwedErasures {
  const pathOf = (id: ConnectionId): string => join(directory, PREFIX + id);
  return {
    note: (id) => {
      try {
        closeSync(openSync(pathOf(id), 'w', 0o600));
      } catch (error) {
        // The erasure itself may still succeed.
        if (!isFileSystemError(error)) throw error;
      }
    },
    settle: (id) => rmSync(pathOf(id), { force: true }),
    list: () =>
      readdirSync(directory).flatMap((name) => {
        if (!name.startsWith(PREFIX)) return [];
        const id = connectionId.safeParse(name.slice(PREFIX.length));
        return id.success ? [id.data] : [];
      }),
  };
}
