import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { billOfMaterials } from './bill-of-materials.mjs';
import { installedFolders, packageFolderOf, readPackage } from './shipped-packages.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** SQLite comes inside better-sqlite3 (https://sqlite.org/copyright.html). */
const sqlite = 'SQLite is in the public domain.';

/**
 * Vite plugins that gather the packages of all bundles of one build, and write their notices once the last is done. A
 * licence outside the permissive list ends the build.
 *
 * @returns {{ gather: () => import('vite').Plugin, write: () => import('vite').Plugin }}
 */
export function noticesOfBuild() {
  const folders = new Set(/** @type {string[]} */ ([]));
  return {
    gather: () => ({
      name: 'gather-shipped-packages',
      apply: 'build',
      generateBundle(_options, bundle) {
        for (const path of Object.values(bundle).flatMap(sourcesOf)) {
          const folder = packageFolderOf(path);
          if (folder !== null) folders.add(folder);
        }
      },
    }),
    write: () => {
      let directory = '';
      return {
        name: 'write-notices',
        apply: 'build',
        configResolved: ({ build }) => void (directory = join(build.outDir, '../notices')),
        closeBundle: () => writeNotices([...folders], directory),
      };
    },
  };
}

/**
 * The modules whose code is in a chunk, or the file that became an asset, as fonts do.
 *
 * @param {import('vite').Rollup.OutputChunk | import('vite').Rollup.OutputAsset} one
 * @returns {string[]}
 */
function sourcesOf(one) {
  if (one.type === 'asset') return one.originalFileNames.map((name) => join(root, 'src', name));
  return Object.entries(one.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []));
}

/**
 * @param {readonly string[]} bundled folders of packages
 * @param {string} directory
 */
function writeNotices(bundled, directory) {
  const { name, version, license, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folders = [...new Set([...bundled, ...installedFolders(root, Object.keys(dependencies))])];
  const packages = folders.map(readPackage).sort((a, b) => (a.name < b.name ? -1 : 1));
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'third-party-notices.txt'), noticesText(packages));
  const bill = billOfMaterials({ name, version, licence: license }, packages);
  writeFileSync(join(directory, 'pinfold.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
}

/** @param {readonly import('./shipped-packages.mjs').ShippedPackage[]} packages */
const noticesText = (packages) =>
  [
    'Pinfold contains the software below. Electron and Chromium have notices of their own, LICENSE.electron.txt and',
    'LICENSES.chromium.html beside the program.',
    sqlite,
    ...packages.map(
      ({ name, version, licence, text }) => `${'─'.repeat(78)}\n${name} ${version} · ${licence}\n\n${text}`,
    ),
    '',
  ].join('\n\n');
