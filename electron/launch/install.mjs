import { rmSync, writeFileSync } from 'node:fs';
import { win32 } from 'node:path';
import { npmCommand } from './npm.mjs';
import { attempt, fingerprint, inProject, readIfThere, root, say } from './project.mjs';
import { run } from './run.mjs';
import { inTurn, isAppOpen } from './starts.mjs';

const stamp = 'node_modules/.pinfold-lock';

/**
 * Whether a program is one of the packages, which npm would have to replace: Windows lets nobody delete a program that
 * runs, and npm would stop half way.
 *
 * @param {string} program
 * @param {NodeJS.Platform} [platform]
 */
export const isOnePackage = (program, platform = process.platform) =>
  platform === 'win32' &&
  win32.resolve(program).toLowerCase().startsWith(win32.resolve(root, 'node_modules').toLowerCase());

const whyByHand =
  'The packages have changed, and the Node that runs this is one of them. Write npm ci --ignore-scripts, and try again.';

const whyNotNow = 'The packages have changed, and an open Pinfold runs from them. Close every Pinfold, and try again.';

const lockfile = () => fingerprint(['package-lock.json']);

/** Whether the packages are those of the lockfile. */
export const areInstalled = () => readIfThere(stamp) === lockfile() || installedByHand();

/**
 * Installs the packages of the lockfile, when packages are absent or belong to another lockfile.
 *
 * @returns {Promise<boolean>} false when npm could not, or may not
 */
export async function ensureInstalled() {
  if (readIfThere(stamp) === lockfile()) return true;
  return inTurn(async () => {
    const wanted = lockfile();
    if (!areInstalled() && !(await install())) return false;
    attempt(() => writeFileSync(inProject(stamp), wanted));
    return true;
  });
}

async function install() {
  const obstacle = isOnePackage(process.execPath) ? whyByHand : (await isAppOpen()) ? whyNotNow : null;
  if (obstacle !== null) {
    say(obstacle);
    return false;
  }
  say('Installing the packages named in package-lock.json (npm ci) …');
  rmSync(inProject(stamp), { force: true });
  return npmInstalls();
}

/** Under `NODE_ENV=production`, or where a person's settings say so, npm leaves out what builds the app (npm, "omit"). */
const everyKind = ['--include=dev', '--include=optional'];

/** Runs no install scripts of packages: the app needs none, and a script could do harm. */
async function npmInstalls() {
  // npm would warn about the Node that runs it; the packages run under the Node among them.
  const install = ['ci', ...everyKind, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { program, words, shell } = npmCommand(install);
  const ending = await run(program, words, { shell });
  if (ending.code === 0) return true;
  say('The packages could not be installed: npm says why above. Close every Pinfold that is open, and try again.');
  return false;
}

/** @typedef {Record<string, { version?: string, optional?: boolean }>} Packages */

/** Whether `node_modules` matches the lockfile, as after `npm ci`. */
function installedByHand() {
  const wanted = packagesOf('package-lock.json');
  const present = packagesOf('node_modules/.package-lock.json');
  if (wanted === null || present === null) return false;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    const found = present[path];
    return found === undefined ? optional === true : found.version === version;
  });
}

/**
 * @param {string} path
 * @returns {Packages | null} null where the list is absent, or ends early: npm writes it in place, and a disk may be full
 */
function packagesOf(path) {
  try {
    return JSON.parse(readIfThere(path) ?? '{}').packages ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
