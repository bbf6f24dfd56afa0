import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** macOS names a folder of 50 letters, below which no socket of Chromium fits. */
const systemFolder = () => (process.platform === 'darwin' ? '/tmp' : tmpdir());

/** Memory that Linux offers as a folder; tests that break disks work there. */
const MEMORY = '/dev/shm';

/** Ours by its name, which should say which process made it. */
const ours = /^(?:pf-(\d+)-|pf-|pinfold)/;

/** The name of a folder that this process makes outside of its root, so that it is known whose it is: `pf-PID-`. */
export const temporaryPrefix = () => `pf-${process.pid}-`;

/**
 * The folder below which one run puts everything temporary. `remove` takes the folder away with all that is in it.
 *
 * @typedef {{ readonly path: string, readonly remove: () => void }} TemporaryRoot
 */

/**
 * Makes a folder in the system's temporary folder and names it to this process and every process started from now on
 * (`TMPDIR`, and `TMP` and `TEMP` on Windows). The folders of runs that were killed before they could tidy up go first,
 * where the system allows it. A process that was given such a folder by the one that started it keeps to that one, and
 * removes nothing.
 *
 * @param {string} [system] the system's temporary folder; a short path, because Chromium keeps a socket below it and the
 *   path of a socket has a limit of 104 bytes on macOS and 108 on Linux (`sockaddr_un`)
 * @returns {TemporaryRoot}
 */
export function openTemporaryRoot(system) {
  if (system === undefined && isAlive(makerOf(tmpdir()))) return { path: tmpdir(), remove: () => {} };
  return makeRoot(system ?? systemFolder());
}

/** @param {string} system */
function makeRoot(system) {
  for (const path of leftBehind([system, MEMORY])) if (makerOf(path) !== null) tryToRemove(path);
  const path = mkdtempSync(join(system, temporaryPrefix()));
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = path;
  return { path, remove: () => remove(path) };
}

/**
 * What is ours in the system's temporary folders, and of no process that is still running.
 *
 * @param {readonly string[]} [folders] where to look; those that do not exist are left out
 * @returns {readonly string[]} full paths, sorted
 */
export function leftBehind(folders = [systemFolder(), MEMORY]) {
  const paths = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  return paths.filter((path) => ours.test(nameOf(path)) && !isAlive(makerOf(path))).sort();
}

/** @param {string} path */
const nameOf = (path) => path.split(/[\\/]/).at(-1) ?? '';

/**
 * @param {string} path
 * @returns {number | null} the process that made it; null when the name does not say
 */
function makerOf(path) {
  const pid = ours.exec(nameOf(path))?.[1];
  return pid === undefined ? null : Number(pid);
}

/** @param {number | null} pid */
function isAlive(pid) {
  if (pid === null) return false;
  try {
    process.kill(pid, 0); // asks without ending it
    return true;
  } catch (error) {
    // EPERM: it runs and is another person's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** @param {string} path */
const remove = (path) => rmSync(path, { recursive: true, force: true, maxRetries: 5 });

/**
 * A folder of another person's run cannot be removed, and is none of this run's business.
 *
 * @param {string} path
 */
function tryToRemove(path) {
  try {
    remove(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}
