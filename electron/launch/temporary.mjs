import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** macOS names a folder of 50 letters, below which no socket of Chromium fits. */
const systemFolder = () => (process.platform === 'darwin' ? '/tmp' : tmpdir());

/** Memory that Linux offers as a folder; tests that break disks work there. */
const MEMORY = '/dev/shm';

/** Ours by its name, which should say which process made it. */
const ours = /^(?:pf-(\d+)-|pf-|pinfold)/;

/** @type {typeof import('./temporary.d.mts').temporaryPrefix} */
export const temporaryPrefix = () => `pf-${process.pid}-`;

/** @type {typeof import('./temporary.d.mts').openTemporaryRoot} */
export function openTemporaryRoot(system) {
  if (system === undefined && isAlive(makerOf(tmpdir()))) return { path: tmpdir(), remove: () => {} };
  return makeRoot(system ?? systemFolder());
}

/** @param {string} system */
function makeRoot(system) {
  for (const path of leftBehind([system, MEMORY])) if (makerOf(path) !== null) remove(path);
  const path = mkdtempSync(join(system, temporaryPrefix()));
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = path;
  return { path, remove: () => remove(path) };
}

/** @type {typeof import('./temporary.d.mts').leftBehind} */
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
