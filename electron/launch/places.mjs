import { homedir, userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/**
 * The folders and the platform that decide about the default profile.
 *
 * @typedef {{
 *   readonly platform: NodeJS.Platform;
 *   readonly env: Readonly<Record<string, string | undefined>>;
 *   readonly home: string | null;
 * }} Environment
 */

/**
 * The home of the person. An empty `HOME` names the folder that a program happens to be started from, and Node throws for an
 * account without a name, as a container may have (Node.js, `os.homedir`).
 *
 * @returns {string | null} absolute; null where there is none
 */
export function homeDirectory() {
  for (const ask of [homedir, () => userInfo().homedir]) {
    const home = answerOf(ask);
    if (home !== null && isAbsolute(home)) return home;
  }
  return null;
}

/** @param {() => string} ask */
function answerOf(ask) {
  try {
    return ask();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

/** @returns {Environment} */
export const environmentHere = () => ({ platform: process.platform, env: process.env, home: homeDirectory() });

/**
 * The profile's folder without `--profile`.
 *
 * @param {Environment} environment
 * @returns {string | null} null where the person has no place for it
 */
export function defaultProfileDirectory({ platform, env, home }) {
  const inHome = /** @param {string[]} names */ (...names) => (home === null ? null : join(home, ...names));
  if (platform === 'darwin') return inHome('Library', 'Application Support', 'Pinfold');
  // The roaming folder may be a share, where SQLite has no WAL (https://sqlite.org/wal.html), and is copied at each log-on.
  if (platform === 'win32')
    return env['LOCALAPPDATA'] ? join(env['LOCALAPPDATA'], 'Pinfold') : inHome('AppData', 'Local', 'Pinfold');
  // Programs must ignore relative paths in XDG variables (XDG Base Directory Specification, "Environment variables").
  const given = env['XDG_DATA_HOME'];
  return given && isAbsolute(given) ? join(given, 'pinfold') : inHome('.local', 'share', 'pinfold');
}

/**
 * A path counts from the folder where the person typed it: npm runs a script in the project's (npm, "INIT_CWD"). No shell
 * puts a home in the place of the tilde in `--profile=~/demo` (POSIX, "Tilde Expansion").
 *
 * @param {string} path
 * @param {Environment} environment
 */
export const fromWhereTyped = (path, { env, home }) =>
  home !== null && /^~(?:[\\/]|$)/.test(path) ? join(home, path.slice(1)) : resolve(env['INIT_CWD'] ?? '.', path);
