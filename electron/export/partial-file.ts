import { accessSync, constants, lstatSync, readFileSync, rmSync, statSync } from 'node:fs';
import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ExportFormat } from '../../src/domain/exports/library-export.ts';
import { isFileSystemError } from '../database/sqlite/errors.ts';
import { lookAt, privateDirectory } from '../database/sqlite/private-files.ts';

export type ExportDirectories = { readonly profileDirectory: string; readonly downloadsDirectory: string };

export type FinishedFile = { readonly path: string; readonly sizeBytes: number };

const PART = '.part';

/** The person's folder for downloads, or one of the profile's own where there is none to write to. */
export function exportDirectory({ profileDirectory, downloadsDirectory }: ExportDirectories): string {
  if (isWritableDirectory(downloadsDirectory)) return downloadsDirectory;
  const own = join(profileDirectory, 'exports');
  privateDirectory(own);
  return own;
}

function isWritableDirectory(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return statSync(path).isDirectory();
  } catch (error) {
    if (isFileSystemError(error)) return false;
    throw error;
  }
}

/** A new file that only its owner may read, called `.part` until it is whole. It never takes the place of another. */
export class PartialFile {
  readonly path: string;
  readonly #nameOf: (attempt: number) => string;
  readonly #note: string;

  private constructor(path: string, nameOf: (attempt: number) => string, note: string) {
    this.path = path;
    this.#nameOf = nameOf;
    this.#note = note;
  }

  /** @param name without its ending, which is counted up where there is such a file */
  static async make(places: ExportDirectories, name: string, ending: string): Promise<PartialFile> {
    const directory = exportDirectory(places);
    const nameOf = (attempt: number): string =>
      join(directory, `${name}${attempt === 1 ? '' : `-${attempt}`}${ending}`);
    const path = await firstNew((attempt) => `${nameOf(attempt)}${PART}`);
    // Written after the file was made and is ours: what the note names is removed at the next start.
    const note = notePath(places.profileDirectory);
    const file = new PartialFile(path, nameOf, note);
    await orRemove(path, async () => writeFile(note, path, { mode: 0o600 }));
    return file;
  }

  /** Calls it by its name, once it is safe on the disk. */
  async finish(): Promise<FinishedFile> {
    const file = await open(this.path, 'r+');
    await file.sync().finally(() => file.close());
    // An empty file of our own is taken the place of, because a rename would take anybody's.
    const path = await firstNew(this.#nameOf);
    await orRemove(path, () => rename(this.path, path));
    rmSync(this.#note, { force: true });
    return { path, sizeBytes: (await stat(path)).size };
  }

  async remove(): Promise<void> {
    await rm(this.path, { force: true });
    rmSync(this.#note, { force: true });
  }
}

/** Does what has to follow once the file was made, and unless it can be done takes the file away again. */
async function orRemove(path: string, work: () => Promise<void>): Promise<void> {
  let isDone = false;
  try {
    await work();
    isDone = true;
  } finally {
    if (!isDone) await rm(path, { force: true });
  }
}

/** @returns the first path at which there was nothing; there is an empty file now */
async function firstNew(pathOf: (attempt: number) => string, attempt = 1): Promise<string> {
  const path = pathOf(attempt);
  try {
    // Made only where nothing is, not even a link that leads elsewhere.
    await (await open(path, 'wx', 0o600)).close();
    return path;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return await firstNew(pathOf, attempt + 1);
  }
}

const notePath = (profileDirectory: string): string => join(profileDirectory, 'export.unfinished');

/** Removes what an export left behind that ended with the power or the process, wherever it lies. */
export function removePartialFile(profileDirectory: string): void {
  const note = notePath(profileDirectory);
  if (lookAt(note)?.isFile() !== true) return;
  const path = readFileSync(note, 'utf8');
  const isOurs = /^pinfold-.*\.part$/.test(basename(path)) && lstatSync(path, { throwIfNoEntry: false })?.isFile();
  if (isOurs === true) rmSync(path, { force: true });
  rmSync(note, { force: true });
}

const LONGEST_NAME = 40;

export const EXTENSIONS: Readonly<Record<ExportFormat, string>> = { csv: '.csv', jsonl: '.jsonl', sqlite: '.sqlite' };

/**
 * "pinfold-Studio-2026-11-21-1402": a connection's name with whatever could mean something to a file system or a shell
 * taken out, and the time here.
 */
export function exportName(connectionName: string, atMs: number): string {
  const words = connectionName.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = [...words.join('-')].slice(0, LONGEST_NAME).join('');
  return ['pinfold', ...(name === '' ? [] : [name]), localTime(new Date(atMs))].join('-');
}

function localTime(at: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day}-${two(at.getHours())}${two(at.getMinutes())}`;
}
