import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { releasePlace } from './release-place.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The commit that a build is made from: what a hosted workflow names, or what the clone is at.
 *
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {string} [directory] of the clone
 * @returns {string | null} 40 hexadecimal digits; null where the sources are no clone
 */
export function commitOf(env, directory = root) {
  const named = env['PINFOLD_COMMIT'] ?? env['GITHUB_SHA'] ?? headOf(directory);
  return /^[0-9a-f]{40}$/.test(named) ? named : null;
}

/**
 * Git looks for a clone in the folders above as well, and those of a person may be one.
 *
 * @param {string} directory
 */
function headOf(directory) {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--show-prefix', 'HEAD'], {
    cwd: directory,
    encoding: 'utf8',
  });
  const [prefix, head] = status === 0 ? stdout.split('\n') : [];
  return prefix === '' ? (head ?? '') : '';
}

/**
 * The releases that a build belongs to: `stable`, the word of a version like 1.2.0-beta.3, or `development` for a build
 * that no workflow of a repository made.
 *
 * @param {string} version
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function channelOf(version, env) {
  if (releasePlace(env).publish === null) return 'development';
  return /^[\d.]+-([a-z]+)/.exec(version)?.[1] ?? 'stable';
}
