import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../src/domain/core/thrown.ts';
import { removePrivateFile } from './private-files.ts';

/** A crash report as the runtime wrote it, on this computer alone. */
export type CrashReport = { readonly name: string; readonly atMs: number; readonly sizeBytes: number };

/** Electron writes some 200 kB for each crash, and never removes one. */
const MOST_REPORTS = 10;

/** The folder of the crash reports of a profile. */
export const crashDirectory = (profileDirectory: string): string => join(profileDirectory, 'crashes');

/** The crash reports of a profile, newest first. */
export function crashReports(profileDirectory: string): readonly CrashReport[] {
  const directory = crashDirectory(profileDirectory);
  return fileNames(directory)
    .filter((name) => name.endsWith('.dmp'))
    .flatMap((name): CrashReport[] => {
      const found = lstatSync(join(directory, name), { throwIfNoEntry: false });
      return found?.isFile() ? [{ name, atMs: found.mtimeMs, sizeBytes: found.size }] : [];
    })
    .toSorted((one, other) => other.atMs - one.atMs);
}

function fileNames(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    // No start and no page of settings depends on a folder that is absent, or that the disk refuses to show.
    if (errorCode(error) !== null) return [];
    throw error;
  }
}

/**
 * Removes all but the newest crash reports.
 *
 * @param keep how many stay
 * @throws Error with a `code` when the disk refuses
 */
export async function removeCrashReports(profileDirectory: string, keep = MOST_REPORTS): Promise<void> {
  for (const { name } of crashReports(profileDirectory).slice(keep))
    await removePrivateFile(join(crashDirectory(profileDirectory), name));
}
