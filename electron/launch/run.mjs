import { spawn } from 'node:child_process';
import { root } from './project.mjs';

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ending */

const forwarded = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** @type {NodeJS.Signals | null} */
let interruption = null;

/** @returns whether the person interrupted a running program; the launcher then starts no other */
export const isInterrupted = () => interruption !== null;

/**
 * Runs a program to its end, and passes signals to this process on to it.
 *
 * @param {string} program
 * @param {readonly string[]} words
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean, limitMs?: number, shell?: boolean }} [how]
 * @returns {Promise<Ending & { output: string }>} `output` holds what a quiet program printed
 */
export function run(program, words, { env = process.env, quiet = false, limitMs, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: root,
      env,
      shell,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      ...(limitMs === undefined ? {} : { timeout: limitMs, killSignal: 'SIGKILL' }),
    });
    const output = /** @type {Buffer[]} */ ([]);
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    const pass = /** @param {NodeJS.Signals} signal */ (signal) => {
      interruption = signal;
      child.kill(signal);
    };
    for (const signal of forwarded) process.on(signal, pass);
    const watch = whenOrphaned(() => pass('SIGTERM'));
    const end = /** @param {Ending} ending */ (ending) => {
      for (const signal of forwarded) process.off(signal, pass);
      clearInterval(watch);
      resolve({ ...ending, output: Buffer.concat(output).toString('utf8') });
    };
    child.once('error', (error) => {
      output.push(Buffer.from(String(error)));
      end({ code: 127, signal: null });
    });
    child.once('close', (code, signal) => end({ code, signal }));
  });
}

/**
 * Watches for the end of npm's shell. A signal to npm ends that shell, and never reaches this process.
 *
 * @param {() => void} orphaned
 */
function whenOrphaned(orphaned) {
  const parent = process.ppid;
  const look = () => {
    if (process.env['npm_lifecycle_event'] && process.ppid !== parent) orphaned();
  };
  return setInterval(look, 500);
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
