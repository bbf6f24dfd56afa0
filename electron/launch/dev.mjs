import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { watch } from 'node:fs';
import { ensureBuilt, forgetBuild, mayBuild } from './build.mjs';
import { hasDisplay, obtainElectron } from './electron-runtime.mjs';
import { optionWords, parseOptions } from './options.mjs';
import { prepare } from './prepare.mjs';
import { fingerprint, inProject, root, say } from './project.mjs';
import { endLike, run } from './run.mjs';

const parsed = parseOptions(process.argv.slice(2));
if (!parsed.ok) {
  process.stderr.write(`${parsed.problem}\n`);
  process.exit(2);
}
const words = optionWords(parsed.options);
const node = await prepare();
const electron =
  hasDisplay() && !parsed.options.browser ? await obtainElectron(node) : { missing: 'it was not wanted' };

if ('program' in electron) {
  if (!(await mayBuild())) process.exit(1);
  // Vite replaces edited modules of the page; a change of the main process restarts the app.
  forgetBuild();
  const bundler = inProject('node_modules/electron-vite/bin/electron-vite.js');
  endLike(await run(node, [bundler, 'dev', '--watch', '--', ...words, '--development'], { startsApp: true }));
} else {
  say(`Without Electron, because ${electron.missing}. Each change is built: reload the page to see it.`);
  await serveAndRebuild();
}

/** Runs the web host, and restarts it after a change of its programs. */
async function serveAndRebuild() {
  if (!(await ensureBuilt(node))) process.exit(1);
  let host = startHost();
  let ended = once(host, 'exit');
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => end(host));
  const nextChange = changesOf(['src', 'electron', 'resources']);
  let changed = nextChange();
  for (;;) {
    if ((await Promise.race([ended, changed])) !== null) return process.exit(host.exitCode ?? 1);
    await new Promise((resolve) => setTimeout(resolve, 300)); // an editor saves several files, and some of them twice
    // What is saved during the build is built after it.
    changed = nextChange();
    const before = fingerprint(['out/main']);
    if (!(await ensureBuilt(node)) || fingerprint(['out/main']) === before) continue;
    end(host);
    await ended;
    host = startHost();
    ended = once(host, 'exit');
  }
}

/**
 * @param {readonly string[]} folders in the project
 * @returns {() => Promise<null>} waits for the next change of a file in them
 */
function changesOf(folders) {
  const changes = new EventEmitter();
  for (const folder of folders) watch(inProject(folder), { recursive: true }, () => changes.emit('change'));
  return () => once(changes, 'change').then(() => null);
}

function startHost() {
  return spawn(node, [inProject('out/main/serve.js'), ...words], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/**
 * Lets the web host close: Windows has no signal for it (Node.js, "Signal events").
 *
 * @param {import('node:child_process').ChildProcess} host
 */
function end(host) {
  if (host.connected) host.disconnect();
}
