import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../src/domain/core/thrown.ts';
import { type HeldFilePorts, onceReleased } from '../../src/domain/core/held-files.ts';
import type { ExportFormat } from '../../src/domain/exports/library-export.ts';
import { isFileSystemError } from '../database/sqlite/errors.ts';
import { privateDirectory } from '../database/sqlite/private-files.ts';
import { notePath, readNote, writeNote } from './partial-files-note.ts';

export type ExportDirectories = { readonly profileDirectory: string; readonly downloadsDirectory: string };

export type FinishedFile = { readonly path: string; readonly sizeBytes: number };

const PART = '.part';

/**
 * A new file that only its owner may read, named `.part` until it is complete. A partial file never replaces another
 * file.
 */
export class PartialFile {
  readonly path: string;
  readonly #nameOf: (attempt: number) => string;
  readonly #note: string;

  private constructor(path: string, nameOf: (attempt: number) => string, note: string) {
    this.path = path;
    this.#nameOf = nameOf;
    this.#note = note;
  }

  /** @param name without extension; a number follows it when the file exists */
  static async make(directories: ExportDirectories, name: string, extension: string): Promise<PartialFile> {
    const namesIn =
      (directory: string) =>
      (attempt: number): string =>
        join(directory, `${name}${attempt === 1 ? '' : `-${attempt}`}${extension}`);
    const { path, directory } = await firstNewPart(directories, namesIn);
    const nameOf = namesIn(directory);
    // The next start removes the file that the note names, so the note is written after this export made the file.
    const note = notePath(directories.profileDirectory);
    const file = new PartialFile(path, nameOf, note);
    await orRemove(path, async () => writeNote(note, [...readNote(note), path]));
    return file;
  }

  /** Syncs the file to the disk, and then gives it its name. */
  async finish(held: HeldFilePorts): Promise<FinishedFile> {
    const file = await open(this.path, 'r+');
    await file.sync().finally(() => file.close());
    // `rename` replaces any file (rename(2)), so it replaces an empty file that this export made under the name.
    const path = await firstNew(this.#nameOf);
    await orRemove(path, () => onceReleased(() => rename(this.path, path), held));
    this.#forget();
    return { path, sizeBytes: (await stat(path)).size };
  }

  /** Removes the file. Where the system refuses (a virus scanner has it open), the next start tries again. */
  async remove(): Promise<void> {
    try {
      await rm(this.path, { force: true });
    } catch (error) {
      if (!isFileSystemError(error)) throw error;
      return;
    }
    this.#forget();
  }

  /** A path too many in the note is harmless: the next start finds no file there. */
  #forget(): void {
    try {
      writeNote(
        this.#note,
        readNote(this.#note).filter((path) => path !== this.path),
      );
    } catch (error) {
      if (!isFileSystemError(error)) throw error;
    }
  }
}

/**
 * Makes the file in the person's folder for downloads, or in the profile's `exports` where that is absent or refuses. Only
 * making it tells: access(2) knows neither Windows' lists of permissions nor the consent that macOS asks for.
 */
async function firstNewPart(
  { profileDirectory, downloadsDirectory }: ExportDirectories,
  namesIn: (directory: string) => (attempt: number) => string,
): Promise<{ readonly path: string; readonly directory: string }> {
  const madeIn = async (directory: string) => {
    const nameOf = namesIn(directory);
    return { directory, path: await firstNew((attempt) => `${nameOf(attempt)}${PART}`) };
  };
  try {
    return await madeIn(downloadsDirectory);
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
  }
  const own = join(profileDirectory, 'exports');
  privateDirectory(own);
  return await madeIn(own);
}

/** Runs work on a new file, and removes the file when the work fails. */
async function orRemove(path: string, work: () => Promise<void>): Promise<void> {
  let isDone = false;
  try {
    await work();
    isDone = true;
  } finally {
    if (!isDone) await rm(path, { force: true });
  }
}

/** Makes an empty file at the first free path. @returns the path */
async function firstNew(pathOf: (attempt: number) => string, attempt = 1): Promise<string> {
  const path = pathOf(attempt);
  try {
    // The flag `wx` (O_EXCL) follows no symbolic link (open(2)).
    await (await open(path, 'wx', 0o600)).close();
    return path;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return await firstNew(pathOf, attempt + 1);
  }
}

const LONGEST_NAME = 40;

export const EXTENSIONS: Readonly<Record<ExportFormat, string>> = { csv: '.csv', jsonl: '.jsonl', sqlite: '.sqlite' };

/**
 * The name of an export without extension, such as "pinfold-Studio-2026-11-21-1402": the letters and digits of the
 * connection's name, which mean nothing to a file system or a shell, and the local time.
 */
export function exportName(connectionName: string, atMs: number): string {
  const parts = connectionName.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = [...parts.join('-')].slice(0, LONGEST_NAME).join('');
  return ['pinfold', ...(name === '' ? [] : [name]), localTime(new Date(atMs))].join('-');
}

function localTime(at: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day}-${two(at.getHours())}${two(at.getMinutes())}`;
}
