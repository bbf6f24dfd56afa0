import { spawn } from 'node:child_process';
import { ensureBuilt, forgetBuild } from './build.mjs';
import { hasDisplay, obtainElectron } from './electron-runtime.mjs';
import { optionWords, parseOptions } from './options.mjs';
import { prepare } from './prepare.mjs';
import { inProject, root, say } from './project.mjs';
import { endLike, run } from './run.mjs';

const parsed = parseOptions(process.argv.slice(2));
if (!parsed.ok) {
  process.stderr.write(`${parsed.problem}\n`);
  process.exit(2);
}
const words = optionWords(parsed.options);
const node = await prepare();
const bundler = inProject('node_modules/electron-vite/bin/electron-vite.js');
const electron =
  hasDisplay() && !parsed.options.browser ? await obtainElectron(node) : { missing: 'it was not wanted' };

if ('program' in electron) {
  forgetBuild();
  // The page is replaced as it is edited; a change of the main process starts the app again.
  endLike(await run(node, [bundler, 'dev', '--watch', '--', ...words]));
} else {
  say(`Without Electron, because ${electron.missing}: the web host starts again after each change; reload the page.`);
  if (!(await ensureBuilt(node))) process.exit(1);
  forgetBuild();
  const builder = spawn(node, [bundler, 'build', '--watch'], { cwd: root, stdio: 'ignore' });
  const ending = await run(node, [`--watch-path=${inProject('out/main')}`, inProject('out/main/serve.js'), ...words]);
  builder.kill();
  endLike(ending);
}
