import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lookAt } from '../database/sqlite/private-files.ts';

/** The note that names the partial files of a profile, one path in each line. */
export const notePath = (profileDirectory: string): string => join(profileDirectory, 'export.unfinished');

/** @returns the paths in a note; none without a note */
export function readNote(note: string): readonly string[] {
  if (lookAt(note)?.isFile() !== true) return [];
  return readFileSync(note, 'utf8').split('\n').filter(Boolean);
}

export function writeNote(note: string, paths: readonly string[]): void {
  if (paths.length === 0) rmSync(note, { force: true });
  else writeFileSync(note, paths.join('\n'), { mode: 0o600 });
}

/**
 * Removes the partial files of exports that a crash or a power cut ended. A file that the system keeps stays in the
 * note for the next start: on Windows a virus scanner or a spreadsheet holds a file for a while.
 *
 * @returns why files stay
 */
export function removePartialFiles(profileDirectory: string, remove = removeIfOurs): readonly unknown[] {
  const note = notePath(profileDirectory);
  const errors: unknown[] = [];
  const stays = (path: string): boolean => {
    try {
      remove(path);
      return false;
    } catch (error) {
      errors.push(error);
      return true;
    }
  };
  try {
    if (lookAt(note)?.isFile() === true) writeNote(note, readNote(note).filter(stays));
  } catch (error) {
    errors.push(error);
  }
  return errors;
}

function removeIfOurs(path: string): void {
  const isOurs = /^pinfold-.*\.part$/.test(basename(path)) && lookAt(path)?.isFile();
  if (isOurs === true) rmSync(path, { force: true });
}
