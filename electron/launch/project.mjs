import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project; the current folder may be another. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** @param {string} path relative to the project */
export const inProject = (path) => join(root, path);

/**
 * A fingerprint of some files' contents. Modification times would not do: a checkout or an unpacked archive gives every
 * file the same time.
 *
 * @param {readonly string[]} paths files and folders, relative to the project; absent ones count as absent
 */
export function fingerprint(paths) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const path of paths.flatMap(filesIn))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(inProject(path)));
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]} sorted, so that the order of a folder does not matter
 */
function filesIn(path) {
  const full = inProject(path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`));
}

/**
 * @param {string} path relative to the project
 * @returns {string | null} null when the file is not there
 */
export function readIfThere(path) {
  return existsSync(inProject(path)) ? readFileSync(inProject(path), 'utf8') : null;
}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Does what a start does well without, where the disk takes it: the folder may be another account's, or its disk full.
 *
 * @param {() => unknown} work
 * @returns {boolean} whether the disk took it
 */
export function attempt(work) {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}
