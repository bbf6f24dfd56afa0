import { ensureBuilt, isBuildCurrent, isBuilt } from './build.mjs';
import { brokeAtStart, hasDisplay, obtainElectron } from './electron-runtime.mjs';
import { areInstalled } from './install.mjs';
import { findNode } from './node.mjs';
import { helpText, optionWords, parseOptions } from './options.mjs';
import { prepare } from './prepare.mjs';
import { inProject, root, say } from './project.mjs';
import { endLike, isInterrupted, run } from './run.mjs';
import { isAppOpen, whileOpen } from './starts.mjs';

const parsed = parseOptions(process.argv.slice(2));
if (!parsed.ok) {
  process.stderr.write(`${parsed.problem}\n`);
  process.exit(2);
}
if (parsed.options.help) {
  say(helpText());
  process.exit(0);
}

const node = (await nodeOfOpenApp()) ?? (await prepareAll());
endLike(await whileOpen(() => open(parsed.options, node)));

async function prepareAll() {
  const found = await prepare();
  if (!(await ensureBuilt(found))) process.exit(1);
  return found;
}

/**
 * What an open app runs from is left as it is: it loads programs and packages when they are first needed, and a page, a core
 * or an SQLite of another build among its own would break it. This start is then one of the same build.
 *
 * @returns {Promise<string | null>} null without an open app, and where its build is gone
 */
async function nodeOfOpenApp() {
  if (!isBuilt() || !(await isAppOpen())) return null;
  if (!isBuildCurrent() || !areInstalled())
    say(
      'An open Pinfold runs from an earlier build, and so does this start. For a new one close every Pinfold, then start.',
    );
  return findNode();
}

/**
 * @param {import('./options.mjs').Options} options
 * @param {string} node
 */
async function open(options, node) {
  const reason = await electronEnds(options, node);
  if (typeof reason === 'object') return reason;
  // Electron may crash on its way out, and who ended it wants nothing opened in its place.
  if (isInterrupted()) return { code: 130, signal: null };
  if (reason !== '') say(`Not in Electron, because ${reason}; opening the web host.`);
  return run(node, [inProject('out/main/serve.js'), ...optionWords(options)], {
    ...{ env: withCompiledCode(process.env), kind: 'host' },
  });
}

/**
 * Makes Node cache compiled code (Node.js, NODE_COMPILE_CACHE) in the build's folder, which each build empties. Later
 * starts take a tenth less processor time.
 *
 * @param {NodeJS.ProcessEnv} env
 */
function withCompiledCode(env) {
  return { NODE_COMPILE_CACHE: inProject('out/main/compiled'), ...env };
}

/**
 * Opens the app in Electron, if there is an Electron runtime and a display.
 *
 * @param {import('./options.mjs').Options} options
 * @param {string} node
 * @returns {Promise<import('./run.mjs').Ending | string>} how Electron ended, or why it was not opened ('' when not
 *   wanted)
 */
async function electronEnds(options, node) {
  if (options.browser || options.version || options.exportPending !== null) return '';
  if (!hasDisplay()) return 'there is no display here';
  const found = await obtainElectron(node);
  if ('missing' in found) return found.missing;
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const startedMs = performance.now();
  const ending = await run(found.program, [root, ...optionWords(options)], { env, kind: 'window' });
  return brokeAtStart(ending, performance.now() - startedMs)
    ? `its runtime does not run on this machine (${ending.signal ?? `exit code ${ending.code}`})`
    : ending;
}
