import { mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, errorMessage } from '../../src/domain/core/thrown.ts';
import { type HeldFilePorts, onceReleased } from '../../src/domain/core/held-files.ts';
import type { StartFailure } from '../host.ts';
import { newUuid, waitAlive } from './clock.ts';
import { parseJsonOrNull } from '../../src/domain/core/json-text.ts';

/**
 * Replaces a file that only its owner may read. The text, which may come in parts, goes to a new file, which then takes the name: a crash leaves
 * the old file or the new one (POSIX `rename` is atomic).
 *
 * @throws Error with a `code` when the disk refuses
 */
export async function writePrivateFile(
  path: string,
  text: string | Iterable<string>,
  uuid = newUuid,
  held = heldHere,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // A name of its own: the longest name that a person may choose leaves no place for an ending (NAME_MAX).
  const beside = join(dirname(path), `.${uuid()}.part`);
  let isDone = false;
  try {
    await writeSynced(beside, text);
    await onceReleased(() => rename(beside, path), held);
    isDone = true;
  } finally {
    // The text may hold a token: it must not stay beside.
    if (!isDone) await onceReleased(() => rm(beside, { force: true }), held);
  }
}

const heldHere: HeldFilePorts = { wait: waitAlive, platform: process.platform };

async function writeSynced(path: string, text: string | Iterable<string>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Reads a file as JSON.
 *
 * @returns null when the file is absent or is not JSON
 * @throws Error with a `code` when the disk refuses
 */
export async function readPrivateJson(path: string): Promise<unknown> {
  try {
    return parseJsonOrNull(await readFile(path, 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Removes a file, if there is one. */
export const removePrivateFile = (path: string): Promise<void> =>
  onceReleased(() => rm(path, { force: true }), heldHere);

/** The new file of a write that the end of its process cut off, by its name. */
const LEFT_PART = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;

/**
 * Removes what writes that were cut off have left in a folder: the text may hold a token. Call while nothing is written there.
 *
 * @throws Error with a `code` when the disk refuses
 */
export async function removeLeftParts(directory: string): Promise<void> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter((one) => LEFT_PART.test(one))) await removePrivateFile(join(directory, name));
}

/** Codes of a folder that takes nothing. A full disk has another one, and may be emptied while the app runs. */
const REFUSING: ReadonlySet<unknown> = new Set(['EROFS', 'EACCES', 'EPERM']);

/**
 * Makes a folder inside the profile that only its owner may open. One that is there already has to take something: Electron
 * gives no reason where it can write nothing.
 *
 * @returns the failure, or null
 */
export function makePrivateDirectory(
  path: string,
  profileDirectory: string,
  tryOut = writeAndRemove,
): StartFailure | null {
  const failure = (error: unknown): StartFailure => {
    if (errorCode(error) === null) throw error;
    return { kind: 'notWritable', path: profileDirectory, detail: errorMessage(error) };
  };
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    return failure(error);
  }
  try {
    tryOut(path);
  } catch (error) {
    if (errorCode(error) === null || REFUSING.has(errorCode(error))) return failure(error);
  }
  return null;
}

/** Only making something tells: access(2) knows nothing of Windows' lists of permissions. */
const writeAndRemove = (directory: string): void => rmdirSync(mkdtempSync(join(directory, '.tried-')));
