import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject, readIfThere, say } from './project.mjs';
import { run } from './run.mjs';

const folder = 'node_modules/electron';
const failedToday = 'node_modules/.cache/pinfold-electron-attempt';
const limitMs = 20_000;

/** @returns {string | null} path of the Electron program; null when its runtime is not installed */
export function findElectron() {
  const name = readIfThere(`${folder}/path.txt`)?.trim();
  if (!name) return null;
  const program = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? inProject(`${folder}/dist`), name);
  return existsSync(program) ? program : null;
}

/**
 * The Electron program. Downloads it, within a time that a person likes to wait; after a failure the next attempt
 * follows on another day.
 *
 * @param {string} node the program that runs the download
 * @returns {Promise<{ readonly program: string } | { readonly missing: string }>} the program, or the reason why there
 *   is none, as a clause after "because"
 */
export async function obtainElectron(node) {
  const present = findElectron();
  if (present !== null) return { program: present };
  const today = new Date().toISOString().slice(0, 10);
  if (readIfThere(failedToday) === today) return { missing: 'its runtime could not be downloaded earlier today' };
  say(`Downloading the Electron runtime (at most ${limitMs / 1000} s) …`);
  await run(node, [inProject(`${folder}/install.js`)], { quiet: true, limitMs });
  const program = findElectron();
  if (program !== null) return { program };
  mkdirSync(inProject('node_modules/.cache'), { recursive: true });
  writeFileSync(inProject(failedToday), today);
  return { missing: 'its runtime could not be downloaded' };
}

/**
 * @param {NodeJS.Platform} [platform]
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {boolean} whether a window could be shown
 */
export function hasDisplay(platform = process.platform, env = process.env) {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}
