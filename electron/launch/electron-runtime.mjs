import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, inProject, readIfThere, say } from './project.mjs';
import { isInterrupted, run } from './run.mjs';

const folder = 'node_modules/electron';
const failedToday = 'node_modules/.cache/pinfold-electron-attempt';
/** A line that brings nothing for so long is taken for dead; a slow one may take as long as it needs. */
const SILENCE_MS = 20_000;
const LOOK_MS = 1_000;

/** @returns {string | null} path of the Electron program; null when its runtime is not installed */
export function findElectron() {
  const name = readIfThere(`${folder}/path.txt`)?.trim();
  if (!name) return null;
  const program = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? inProject(`${folder}/dist`), name);
  return existsSync(program) ? program : null;
}

/**
 * The Electron program. Downloads it as long as bytes arrive; after a failure the next attempt follows on another day. The
 * process ends when a person breaks the download off.
 *
 * @param {string} node the program that runs the download
 * @returns {Promise<{ readonly program: string } | { readonly missing: string }>} the program, or the reason why there
 *   is none, as a clause after "because"
 */
export async function obtainElectron(node) {
  const present = findElectron();
  if (present !== null) return { program: present };
  const today = new Date().toISOString().slice(0, 10);
  const again = 'npx install-electron tries again';
  if (readIfThere(failedToday) === today) {
    return { missing: `its runtime could not be downloaded earlier today (${again})` };
  }
  say('Downloading the Electron runtime, some 120 MB …');
  await download(node, inProject(`${folder}/install.js`), { unpacked: inProject(`${folder}/dist`) });
  // A person who breaks off wants nothing opened in its place, and no day without another attempt.
  if (isInterrupted()) process.exit(130);
  const program = findElectron();
  if (program !== null) return { program };
  attempt(() => {
    mkdirSync(inProject('node_modules/.cache'), { recursive: true });
    writeFileSync(inProject(failedToday), today);
  });
  return { missing: `its runtime could not be downloaded (${again})` };
}

/**
 * Runs a program that downloads into the folder for temporary files and unpacks into `unpacked`, until nothing has come
 * for a while. Where the folder of the packages takes nothing, it runs none.
 *
 * @param {string} node
 * @param {string} script
 * @param {{ unpacked: string, silenceMs?: number, lookMs?: number, tell?: (sentence: string) => void }} how
 */
export async function download(node, script, { unpacked, silenceMs = SILENCE_MS, lookMs = LOOK_MS, tell = say }) {
  const scratch = inProject(`node_modules/.cache/pinfold-electron-download-${process.pid}`);
  if (!attempt(() => mkdirSync(scratch, { recursive: true }))) return;
  const env = { ...process.env, TMPDIR: scratch, TEMP: scratch, TMP: scratch };
  /** @type {NodeJS.Timeout | undefined} */
  let watch;
  try {
    await run(node, [script], {
      ...{ env, quiet: true },
      started: (child) => {
        const progress = watchProgress(() => sizeOf(scratch) + sizeOf(unpacked), tell);
        watch = setInterval(() => progress() * lookMs >= silenceMs && child.kill('SIGKILL'), lookMs);
      },
    });
  } finally {
    clearInterval(watch);
    attempt(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
  }
}

/**
 * @param {() => number} sizeBytes
 * @param {(sentence: string) => void} tell
 * @returns {() => number} looks, and returns how many looks in a row have seen nothing new
 */
function watchProgress(sizeBytes, tell) {
  let [seenBytes, toldBytes, silentLooks] = [0, 0, 0];
  return () => {
    const nowBytes = sizeBytes();
    silentLooks = nowBytes === seenBytes ? silentLooks + 1 : 0;
    seenBytes = nowBytes;
    if (seenBytes - toldBytes >= TOLD_EVERY_BYTES) {
      toldBytes = seenBytes;
      tell(`  ${Math.round(seenBytes / 1e6)} MB`);
    }
    return silentLooks;
  };
}

const TOLD_EVERY_BYTES = 20e6;

/**
 * @param {string} directory
 * @returns {number} 0 for one that is not there
 */
function sizeOf(directory) {
  if (!existsSync(directory)) return 0;
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return paths.reduce((sum, path) => sum + (statSync(join(directory, path), { throwIfNoEntry: false })?.size ?? 0), 0);
}

/**
 * @param {NodeJS.Platform} [platform]
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {boolean} whether a window could be shown
 */
export function hasDisplay(platform = process.platform, env = process.env) {
  // Over ssh both have a desktop that the person does not sit at.
  if (platform === 'darwin' || platform === 'win32') return !env['SSH_CONNECTION'];
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']);
}

/**
 * Whether the computer, and not Pinfold, ended Electron: system libraries are absent, the sandbox is forbidden, `DISPLAY`
 * names no display, or the system does not let it run.
 *
 * @param {import('./run.mjs').Ending} ending
 * @param {number} afterMs
 */
export function brokeAtStart({ code, signal }, afterMs) {
  // macOS kills a program whose signature it refuses; Windows ends with an NTSTATUS of severity "error" (MS-ERREF, 2.3).
  const isRefused = ['SIGTRAP', 'SIGABRT', 'SIGSEGV', 'SIGILL', 'SIGBUS', 'SIGKILL'].includes(signal ?? '');
  return afterMs < 10_000 && (code === 127 || (code ?? 0) >= 0xc000_0000 || isRefused);
}
