import { rmSync, writeFileSync } from 'node:fs';
import { fingerprint, inProject, readIfThere, say } from './project.mjs';
import { run } from './run.mjs';

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

/** Makes the next `ensureBuilt` build, because another program writes into `out/`. */
export function forgetBuild() {
  rmSync(inProject(stamp), { force: true });
}

/**
 * Builds the app when its sources differ from those of the last build.
 *
 * @param {string} node
 * @returns {Promise<boolean>} false when the build failed
 */
export async function ensureBuilt(node) {
  const wanted = fingerprint(sources);
  if (readIfThere(stamp) === wanted) return true;
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
