import { rmSync, writeFileSync } from 'node:fs';
import { fingerprint, inProject, readIfThere, say } from './project.mjs';
import { run } from './run.mjs';
import { inTurn, isAppOpen } from './starts.mjs';

const stamp = 'out/.pinfold-build';
const sources = [
  'src',
  'electron',
  'resources',
  'electron.vite.config.ts',
  'svelte.config.js',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/** Variables that a build holds (`electron/package/release-place.mjs`). Its commit is left out: each would ask for a build. */
const settings = ['PINFOLD_REPOSITORY', 'GITHUB_REPOSITORY', 'PINFOLD_UPDATE_PUBLIC_KEY'];

/**
 * What tells one build from another.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export const madeFrom = (env) => `${fingerprint(sources)} ${JSON.stringify(settings.map((name) => env[name] ?? ''))}`;

/** Makes the next `ensureBuilt` build, because another program writes into `out/`. */
export function forgetBuild() {
  rmSync(inProject(stamp), { force: true });
}

/** Whether a whole build is there, of whatever sources. */
export const isBuilt = () => readIfThere(stamp) !== null;

/** Whether the build that is there is one of these sources. */
export const isBuildCurrent = () => readIfThere(stamp) === madeFrom(process.env);

/**
 * Whether another build may take the place of the one that is there: an open app loads its threads and its page from that.
 * Tells the person otherwise.
 */
export async function mayBuild() {
  if (!(await isAppOpen())) return true;
  say('An open Pinfold runs from the build that is there. Close every Pinfold, and try again.');
  return false;
}

/**
 * Builds the app when it would be another one than the last build.
 *
 * @param {string} node
 * @returns {Promise<boolean>} false when the build failed, or may not be made now
 */
export async function ensureBuilt(node) {
  return isBuildCurrent() || inTurn(async () => isBuildCurrent() || ((await mayBuild()) && (await build(node))));
}

/** @param {string} node */
async function build(node) {
  const wanted = madeFrom(process.env);
  say('Building Pinfold …');
  forgetBuild();
  const built = await run(node, [inProject('node_modules/electron-vite/bin/electron-vite.js'), 'build'], {
    quiet: true,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (built.code !== 0) {
    say(built.output);
    say('The build failed; the lines above say where.');
    return false;
  }
  writeFileSync(inProject(stamp), wanted);
  return true;
}
