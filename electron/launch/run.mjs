import { spawn } from 'node:child_process';
import { root } from './project.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ending */

/**
 * What a program is, which decides how it is told to end: a `host` is a Node that ends when its IPC channel closes, a
 * `window` is Electron, and everything else a `tool`.
 *
 * @typedef {'tool' | 'host' | 'window'} Kind
 */

/** How long a program has to end by itself, after a signal that the terminal gave to it as well. */
const PATIENCE_MS = 2_000;

const PARENT_CHECK_MS = 500;

/** @type {NodeJS.Signals | null} */
let interruption = null;

/** @returns whether the person interrupted a running program; the launcher then starts no other */
export const isInterrupted = () => interruption !== null;

/**
 * Runs a program to its end, and tells it to end when this process is told to.
 *
 * @param {string} program
 * @param {readonly string[]} words
 * @param {{
 *   env?: NodeJS.ProcessEnv, quiet?: boolean, shell?: boolean, kind?: Kind, patienceMs?: number, platform?: NodeJS.Platform,
 *   parentCheckMs?: number, startsApp?: boolean, started?: (child: ChildProcess) => void
 * }} [how] `started` is called with the running program; `startsApp` says of a tool that the app is its child
 * @returns {Promise<Ending & { output: string }>} `output` holds what a quiet program printed
 */
export function run(program, words, how = {}) {
  const { quiet = false, started = () => undefined } = how;
  return new Promise((resolve) => {
    const child = spawned(program, words, how);
    if (child instanceof Error) return resolve({ code: 127, signal: null, output: String(child) });
    const output = /** @type {Buffer[]} */ ([]);
    if (quiet) for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
    const stopPassing = passSignals(child, how);
    const end = /** @param {Ending} ending */ (ending) => {
      stopPassing();
      resolve({ ...ending, output: Buffer.concat(output).toString('utf8') });
    };
    child.once('error', (error) => {
      output.push(Buffer.from(String(error)));
      end({ code: 127, signal: null });
    });
    // Where nothing is read, `close` may never come: Node leaves it out after `disconnect` (seen in 24.21).
    child.once(quiet ? 'close' : 'exit', (code, signal) => end({ code, signal }));
    started(child);
  });
}

/**
 * A program that the system refuses is told of by an event or by an exception: a policy of Windows (`UNKNOWN`), a program
 * of another processor on macOS (`EBADARCH`).
 *
 * @param {string} program
 * @param {readonly string[]} words
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean, shell?: boolean, kind?: Kind, startsApp?: boolean }} how
 * @returns {ChildProcess | Error}
 */
function spawned(program, words, how) {
  const { quiet = false, shell = false, kind = 'tool', startsApp = kind !== 'tool' } = how;
  const env = startsApp ? (how.env ?? process.env) : withoutToken(how.env ?? process.env);
  const printed = quiet ? /** @type {const} */ ('pipe') : /** @type {const} */ ('inherit');
  const channel = kind === 'host' ? [/** @type {const} */ ('ipc')] : [];
  try {
    return spawn(program, words, { cwd: root, env, shell, stdio: ['ignore', printed, printed, ...channel] });
  } catch (error) {
    if (error instanceof Error && 'code' in error) return error;
    throw error;
  }
}

/**
 * The scripts of packages read the environment that installs or builds them.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
function withoutToken({ PINFOLD_TOKEN: _, ...env }) {
  return env;
}

/**
 * Passes on what tells this process to end.
 *
 * @param {ChildProcess} child
 * @param {{ kind?: Kind, patienceMs?: number, parentCheckMs?: number, platform?: NodeJS.Platform }} how
 * @returns {() => void} stops passing
 */
function passSignals(child, how) {
  const { kind = 'tool', patienceMs = PATIENCE_MS, platform = process.platform } = how;
  /** @type {NodeJS.Timeout | undefined} */
  let patience;
  const endNow = () => (kind === 'host' && child.connected ? child.disconnect() : child.kill('SIGTERM'));
  const fromTerminal = /** @param {NodeJS.Signals} signal */ (signal) => {
    interruption = signal;
    if (platform !== 'win32' && kind !== 'window') return child.kill(signal);
    // The terminal gave the signal to the program as well. A second one ends Chromium at once, and on Windows `kill` is no
    // signal but an end without closing (Node.js, `subprocess.kill`).
    patience ??= setTimeout(endNow, patienceMs);
  };
  const asked = () => {
    interruption = 'SIGTERM';
    endNow();
  };
  for (const signal of terminalSignals) process.on(signal, fromTerminal);
  process.on('SIGTERM', asked);
  process.on('disconnect', asked);
  // A window of Windows can only be ended without closing: it stays, and the person closes it.
  const stopWatching = kind === 'window' && platform === 'win32' ? () => undefined : whenOrphaned(asked, how);
  return () => {
    for (const signal of terminalSignals) process.off(signal, fromTerminal);
    process.off('SIGTERM', asked);
    process.off('disconnect', asked);
    stopWatching();
    clearTimeout(patience);
  };
}

const terminalSignals = /** @type {const} */ (['SIGINT', 'SIGHUP']);

/**
 * Watches for the end of npm's shell. A signal to npm ends that shell, and never reaches this process; npm opens no channel
 * whose end could be heard.
 *
 * @param {() => void} orphaned called once
 * @param {{ parentCheckMs?: number }} how
 * @returns {() => void} stops watching
 */
function whenOrphaned(orphaned, { parentCheckMs = PARENT_CHECK_MS }) {
  if (!process.env['npm_lifecycle_event']) return () => undefined;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (!hasLostParent(parent, process.ppid)) return;
    clearInterval(watch);
    orphaned();
  }, parentCheckMs);
  return () => clearInterval(watch);
}

/**
 * Whether a parent has ended. POSIX gives an orphan a new parent; Windows keeps the number of the old one.
 *
 * @param {number} parent at the start
 * @param {number} parentNow
 */
export function hasLostParent(parent, parentNow) {
  if (parentNow !== parent) return true;
  try {
    process.kill(parent, 0); // only asks whether it is there (Node.js, `process.kill`)
    return false;
  } catch (error) {
    // One of another account refuses the question (EPERM), and so is there.
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/**
 * Ends this process in the way that a child ended: with its exit code, or by the same signal.
 *
 * @param {Ending} ending
 */
export function endLike({ code, signal }) {
  if (signal === null) process.exit(code ?? 1);
  process.kill(process.pid, signal);
}
