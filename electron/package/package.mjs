import { ensureBuilt } from '../launch/build.mjs';
import { prepare } from '../launch/prepare.mjs';
import { inProject } from '../launch/project.mjs';
import { endLike, run } from '../launch/run.mjs';

/** Makes the packages of this machine's kinds; `--dir` stops before them, at the folder that would be packed. */

const node = await prepare();
if (!(await ensureBuilt(node))) process.exit(1);
const words = process.argv.slice(2);
const config = inProject('electron/package/builder-config.mjs');
// A package is published by the workflow that tested it, and by nothing else.
const builder = [inProject('node_modules/electron-builder/cli.js'), '--config', config, '--publish', 'never'];
endLike(await run(node, [...builder, ...words], { env: { ...process.env, NODE_ENV: 'production' } }));
