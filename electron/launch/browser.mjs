import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { inProject, say } from './project.mjs';

/**
 * Chromium's switches for tests: it runs everywhere, and sends no requests of its own.
 *
 * @type {readonly string[]}
 */
export const browserSwitches = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const noBrowserText =
  'No Chromium to test with. Install Chromium, Chrome or Edge (on Debian: apt-get install chromium), or run ' +
  '"npx playwright install --with-deps chromium", or name one with PINFOLD_CHROMIUM=/path/to/chromium.';

/**
 * Finds a Chromium: the one in PINFOLD_CHROMIUM, the system's, Playwright's, or the one among the packages.
 *
 * @returns {Promise<string | null>} path of the program; null when there is none
 */
export async function findBrowser() {
  const named = process.env['PINFOLD_CHROMIUM'];
  if (named) return existsSync(named) ? named : null;
  return systemBrowsers().find(runs) ?? (await playwrightBrowser()) ?? packagedBrowser();
}

/**
 * Finds a Chromium for tests: the one in PINFOLD_CHROMIUM, the one among the packages, or any other. The packaged one is
 * a headless shell: it opens a page for a seventh of the processor time that a whole browser takes (0.18 s against 1.2 s
 * in Chromium 153 and 156), which draws a window with tabs and a toolbar for each page that nobody sees.
 *
 * @returns {Promise<string | null>} path of the program; null when there is none
 */
export async function findHeadlessBrowser() {
  if (process.env['PINFOLD_CHROMIUM']) return findBrowser();
  return packagedBrowser() ?? (await findBrowser());
}

/** @returns {string[]} those that exist */
function systemBrowsers() {
  const windows = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
  const windowsFolders = [
    process.env['ProgramFiles'] ?? 'C:/Program Files',
    process.env['ProgramFiles(x86)'] ?? 'C:/Program Files (x86)',
    // Where Chrome goes without the rights of an administrator.
    ...(process.env['LOCALAPPDATA'] ? [process.env['LOCALAPPDATA']] : []),
  ];
  const mac = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `${name}.app/Contents/MacOS/${name}`);
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = {
    darwin: mac.flatMap((path) =>
      ['/Applications', join(homedir(), 'Applications')].map((folder) => join(folder, path)),
    ),
    win32: windows.flatMap((path) => windowsFolders.map((folder) => join(folder, path))),
  };
  const here = process.platform === 'darwin' || process.platform === 'win32' ? candidates[process.platform] : null;
  return (here ?? names.flatMap((name) => folders.map((folder) => join(folder, name)))).filter((path) =>
    existsSync(path),
  );
}

/**
 * Whether a program is a browser and starts. A name may belong to a stub (Ubuntu's `chromium-browser` installs a snap),
 * and system libraries may be absent.
 *
 * @param {string} program
 */
function runs(program) {
  if (process.platform === 'win32') return existsSync(program); // there Chrome prints no version
  const { status } = spawnSync(program, ['--version'], { timeout: 30_000, stdio: 'ignore' });
  return status === 0;
}

async function playwrightBrowser() {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return existsSync(path) && runs(path) ? path : null;
}

/** The headless Chromium of the package `@sparticuz/chromium`, unpacked beside the other packages. */
function packagedBrowser() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const cache = inProject('node_modules/.cache/pinfold-chromium');
  const program = join(cache, 'pinfold-chromium');
  if (existsSync(program) && runs(program)) return program;
  say('Unpacking the Chromium that came with the packages …');
  mkdirSync(cache, { recursive: true });
  unpack(cache, 'await chromium.executablePath()');
  writeFileSync(join(cache, 'fonts.conf'), fontsOf(cache));
  if (starts('')) return program;
  unpack(cache, "await inflate('node_modules/@sparticuz/chromium/bin/al2023.tar.br')");
  return starts(join(cache, 'al2023/lib')) ? program : null;

  /** @param {string} libraries */
  function starts(libraries) {
    writeFileSync(program, starter(cache, libraries));
    chmodSync(program, 0o755);
    return runs(program);
  }
}

/**
 * Runs the package's own unpacking in a process of its own, because the package unpacks into `os.tmpdir()`.
 *
 * @param {string} cache
 * @param {string} code
 */
function unpack(cache, code) {
  const words = ['--input-type=module', '--eval', `import chromium, { inflate } from '@sparticuz/chromium'; ${code};`];
  spawnSync(process.execPath, words, {
    cwd: inProject('.'),
    env: { ...process.env, TMPDIR: cache },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/**
 * @param {string} cache
 * @param {string} libraries a folder of system libraries that came with the package; '' to use the system's own
 */
function starter(cache, libraries) {
  const path = libraries ? `LD_LIBRARY_PATH=${quoted(libraries)} ` : '';
  return `#!/bin/sh\n${path}FONTCONFIG_FILE=${quoted(`${cache}/fonts.conf`)} exec ${quoted(`${cache}/chromium`)} "$@"\n`;
}

/**
 * One word to a shell, whatever the folder of the project is called.
 *
 * @param {string} word
 */
const quoted = (word) => `'${word.replaceAll("'", `'\\''`)}'`;

/**
 * The fontconfig file that names the package's fonts. Chromium without a font crashes at the first form field,
 * and the package looks for its fonts in another folder than it unpacks to.
 *
 * @param {string} cache
 */
function fontsOf(cache) {
  const folder = cache.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return (
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>` +
    `<dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>\n`
  );
}
