import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inProject, readIfThere, say } from './project.mjs';
import { run } from './run.mjs';

const folder = 'node_modules/electron';
const failedToday = 'node_modules/.cache/pinfold-electron-attempt';
const limitMs = 20_000;

/** @type {typeof import('./electron-runtime.d.mts').findElectron} */
export function findElectron() {
  const name = readIfThere(`${folder}/path.txt`)?.trim();
  if (!name) return null;
  const program = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? inProject(`${folder}/dist`), name);
  return existsSync(program) ? program : null;
}

/** @type {typeof import('./electron-runtime.d.mts').obtainElectron} */
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

/** @type {typeof import('./electron-runtime.d.mts').hasDisplay} */
export function hasDisplay(platform = process.platform, env = process.env) {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}
