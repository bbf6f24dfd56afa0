import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { npmCommand } from '../launch/npm.mjs';
import { inProject } from '../launch/project.mjs';
import { run } from '../launch/run.mjs';
import { releasePlace } from './release-place.mjs';

/** The command, and what it imports before it knows that this Node can run the rest. */
const launcher = ['pinfold', 'node', 'options', 'places', 'project'].map((name) => `electron/launch/${name}.mjs`);
const files = ['LICENSE', 'README.md', 'out/main', 'out/renderer', 'out/notices', ...launcher];

/**
 * Makes the npm package of the web host: the built app with a command, and no more to install than what cannot be bundled.
 *
 * @param {string} directory for the package's file
 * @returns {Promise<boolean>} false when npm refused
 */
export async function makeNpmPackage(directory) {
  const folder = join(directory, 'npm');
  rmSync(folder, { recursive: true, force: true });
  for (const path of files) copy(path, folder);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description(), null, 2)}\n`);
  const { program, words, shell } = npmCommand(['pack', '--silent', folder, '--pack-destination', directory]);
  const { code } = await run(program, words, { shell });
  return code === 0;
}

/**
 * @param {string} path
 * @param {string} folder
 */
function copy(path, folder) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  // Compiled code fits one release of Node, and the preload script fits Electron.
  const isShipped = (/** @type {string} */ source) => !/[\\/]compiled$|\.map$/.test(source);
  cpSync(inProject(path), join(folder, path), { recursive: true, filter: isShipped });
}

/** What the package says of itself: the project's own description, without what only its development needs. */
function description() {
  const { name, version, description, license, type, dependencies } = JSON.parse(
    readFileSync(inProject('package.json'), 'utf8'),
  );
  const { homepage, author } = releasePlace(process.env);
  return {
    ...{ name, version, description, license, type },
    ...(homepage === null ? {} : { homepage, author, repository: homepage }),
    bin: { pinfold: 'electron/launch/pinfold.mjs' },
    files: ['out', 'electron'],
    engines: { node: '>=22.14' },
    dependencies,
  };
}
