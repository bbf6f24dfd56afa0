import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A package whose code or fonts are shipped.
 *
 * @typedef {object} ShippedPackage
 * @property {string} name
 * @property {string} version
 * @property {string} licence SPDX expression
 * @property {string} text the licence in its own words
 * @property {string | null} homepage
 */

/** Licences that ask for no more than their text beside the program. */
const permissive = new Set([
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT', 'OFL-1.1'],
  'Unlicense',
]);

/**
 * Whether every part of an SPDX expression is permissive; of alternatives, one has to be.
 *
 * @param {string} expression
 * @returns {boolean}
 */
export function isPermissive(expression) {
  const plain = expression.trim().replace(/^\((.*)\)$/, '$1');
  if (/\bOR\b/.test(plain)) return plain.split(/\bOR\b/).some(isPermissive);
  return plain.split(/\bAND\b/).every((licence) => permissive.has(licence.trim().replace(/^\(|\)$/g, '')));
}

/**
 * The folder of the package that a module belongs to.
 *
 * @param {string} moduleId a path, as a bundler names modules
 * @returns {string | null} null for a module of our own
 */
export function packageFolderOf(moduleId) {
  const path = moduleId.replaceAll('\\', '/').replace(/[?#].*$/, '');
  const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path);
  return found?.[1] ?? null;
}

/**
 * @param {string} folder
 * @returns {ShippedPackage}
 * @throws Error when the package says no licence, one outside the permissive list, or gives no text of it
 */
export function readPackage(folder) {
  const { name, version, license, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const text = licenceText(folder);
  // Some packages name their licence in its text alone.
  const licence = typeof license === 'string' ? license : /^MIT License\b/.test(text ?? '') ? 'MIT' : '';
  if (!isPermissive(licence)) throw new Error(`${name} has the licence "${licence}", which is not on the list.`);
  if (text === null) throw new Error(`${name} comes without the text of its licence (${licence}).`);
  return { name, version, licence, text, homepage: typeof homepage === 'string' ? homepage : null };
}

/** @param {string} folder */
function licenceText(folder) {
  const file = readdirSync(folder)
    .sort()
    .find((name) => /^(licen[cs]e|copying|ofl)/i.test(name));
  return file === undefined ? null : readFileSync(join(folder, file), 'utf8').trim();
}

/**
 * The folders of packages that are installed beside the program, with all they need.
 *
 * @param {string} root folder that has `node_modules`
 * @param {readonly string[]} names
 * @returns {string[]}
 */
export function installedFolders(root, names) {
  const found = new Set(/** @type {string[]} */ ([]));
  const add = (/** @type {string} */ name, /** @type {string} */ from) => {
    const folder = nearestFolder(name, from);
    if (found.has(folder)) return;
    found.add(folder);
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const needed of Object.keys(dependencies)) add(needed, folder);
  };
  for (const name of names) add(name, root);
  return [...found];
}

/**
 * @param {string} name
 * @param {string} from
 * @returns {string}
 */
function nearestFolder(name, from) {
  const folder = join(from, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(from);
  if (parent === from) throw new Error(`The package ${name} is not installed.`);
  return nearestFolder(name, parent);
}
