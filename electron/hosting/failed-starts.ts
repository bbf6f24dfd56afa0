import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../../src/domain/core/thrown.ts';
import { parseJsonOrNull } from '../../src/domain/core/json-text.ts';

/** The starts of a profile that ended before the page was shown, counted in a file of the profile. */
export type FailedStarts = {
  /** Counts this start as failed until it says otherwise. @returns how many starts in a row failed before it */
  readonly begin: () => number;
  /** This start did not fail: its page was shown, it was ended in order, or it said why it could not start. */
  readonly end: () => void;
  /** This start found the profile open: the count is that of the one that has it. */
  readonly leave: () => void;
};

const stored = z.object({ failedStarts: z.number().int().nonnegative() }).catch({ failedStarts: 0 });

/**
 * A file that cannot be read counts as none, and one that cannot be written stays: the count protects the start, and must
 * never be what stops it.
 *
 * @param report receives what the disk refuses
 */
export function failedStarts(profileDirectory: string, report: (error: unknown) => unknown): FailedStarts {
  const path = join(profileDirectory, 'starts.json');
  /** Null unless this start is counted. */
  let before: number | null = null;
  const write = (count: number): void =>
    attempt(report, () => {
      if (count === 0) return rmSync(path, { force: true });
      writeFileSync(`${path}.new`, JSON.stringify({ failedStarts: count }), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    });
  return {
    begin: () => {
      const failed = readCount(path);
      before = failed;
      write(failed + 1);
      return failed;
    },
    end: () => {
      if (before !== null) write(0);
      before = null;
    },
    leave: () => {
      // The other one may have ended its own count meanwhile.
      if (before !== null && readCount(path) === before + 1) write(before);
      before = null;
    },
  };
}

function readCount(path: string): number {
  try {
    return stored.parse(parseJsonOrNull(readFileSync(path, 'utf8'))).failedStarts;
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return 0;
  }
}

/** A profile of the first start has no folder yet, and one that cannot be written to is named by the start itself. */
const toldByTheStart: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS']);

function attempt(report: (error: unknown) => unknown, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (errorCode(error) === null) throw error;
    if (!toldByTheStart.has(errorCode(error))) report(error);
  }
}
