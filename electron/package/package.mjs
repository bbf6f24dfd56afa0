import { mkdirSync } from 'node:fs';
import { ensureBuilt } from '../launch/build.mjs';
import { prepare } from '../launch/prepare.mjs';
import { inProject } from '../launch/project.mjs';
import { endLike, run } from '../launch/run.mjs';
import { makeNpmPackage } from './npm-package.mjs';
import { withSigning } from './signing.mjs';

/**
 * Makes packages in `dist/`: this machine's kinds; with `--dir` only the folder that would be packed, with `--npm` the npm
 * package of the web host. Other words are electron-builder's.
 */

const node = await prepare();
if (!(await ensureBuilt(node))) process.exit(1);
const words = process.argv.slice(2);
if (words.includes('--npm')) process.exit((await packNpm()) ? 0 : 1);
const config = inProject('electron/package/builder-config.mjs');
// A package is published by the workflow that tested it, and by nothing else.
const builder = [inProject('node_modules/electron-builder/cli.js'), '--config', config, '--publish', 'never'];
const ending = await withSigning(process.env, (signing) =>
  run(node, [...builder, ...words], { env: { ...signing, NODE_ENV: 'production' } }),
);
endLike(ending);

async function packNpm() {
  mkdirSync(inProject('dist'), { recursive: true });
  return makeNpmPackage(inProject('dist'));
}
