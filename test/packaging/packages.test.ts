import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPackage, uncacheAll } from '@electron/asar';
import { flipFuses, FuseV1Options } from '@electron/fuses';
import { NtExecutable, NtExecutableResource } from 'resedit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt } from '../../electron/launch/build.mjs';
import { npmCommand } from '../../electron/launch/npm.mjs';
import { makeNpmPackage } from '../../electron/package/npm-package.mjs';
import { fusesOf } from '../../electron/package/fuses.mjs';
import { version } from '../../package.json' with { type: 'json' };
import { enter } from '../torture/app-client.ts';
import { startApp } from '../torture/app-process.ts';
import {
  damagedFiles,
  fusesIn,
  headerHash,
  packedFiles,
  packedOn,
  packFor,
  temporaryFolder,
  unpack,
  type PackedApp,
} from './packed-app.ts';
import type { StandInPlatform } from './stand-in-runtime.ts';

const targets = { linux: 'linux-x64', win32: 'win32-x64', darwin: 'darwin-arm64' } as const;
const platforms = packedOn(process.platform);
/** What starts on this machine; null where the packages are for other processors. */
const ownPlatform = platforms.find((platform) => targets[platform] === `${process.platform}-${process.arch}`) ?? null;
const LARGEST_APP_BYTES = 8_000_000;
const builtCode = fileURLToPath(new URL('../../out/main', import.meta.url));

const folder = temporaryFolder();
const packed = new Map<StandInPlatform, PackedApp>();
const appOf = (platform: StandInPlatform): PackedApp => packed.get(platform)!;

beforeAll(async () => {
  expect(await ensureBuilt(process.execPath)).toBe(true);
  for (const platform of platforms) packed.set(platform, await packFor(platform, join(folder.path, platform)));
}, 240_000);
afterAll(folder.remove);

/** Files that have no business in a package. */
const strangers = (files: readonly string[]): readonly string[] =>
  files.filter(
    (path) =>
      !/^(package\.json$|out\/|node_modules\/(better-sqlite3|undici)\/)/.test(path) ||
      /\.(map|ts|mts|svelte|md|test\.js|node-gyp|c|cc|cpp|h)$|(^|\/)(test|tests|\.env|\.git|token)/i.test(path),
  );

/** The hash of the archive as the program of Windows and the property list of macOS keep it; null on Linux. */
function keptHash(platform: StandInPlatform, { program }: PackedApp): string | null {
  if (platform === 'linux') return null;
  if (platform === 'darwin') {
    const plist = readFileSync(join(program, 'Contents/Info.plist'), 'utf8');
    return /<key>Resources\/app\.asar<\/key>[^]*?<key>hash<\/key>\s*<string>([0-9a-f]+)</.exec(plist)?.[1] ?? null;
  }
  const { entries } = NtExecutableResource.from(NtExecutable.from(readFileSync(program)));
  const found = entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR');
  const [only] = JSON.parse(Buffer.from(found!.bin).toString()) as { file: string; value: string }[];
  return only?.file === 'resources\\app.asar' ? only.value : null;
}

describe.each(platforms)('the app packed for %s', (platform) => {
  test('holds what runs in a window, and no web host, source, map or test', () => {
    const files = packedFiles(appOf(platform));
    expect(strangers(files)).toEqual([]);
    expect(files.filter((path) => /serve\.js$|web-host/.test(path))).toEqual([]);
    for (const needed of ['package.json', 'out/main/main.js', 'out/preload/preload.cjs', 'out/renderer/index.html'])
      expect(files).toContain(needed);
  });

  test('has the native module of its own target alone, outside the archive', () => {
    const own = `node_modules/better-sqlite3/prebuilds/${targets[platform]}.node`;
    const app = appOf(platform);
    expect(packedFiles(app).filter((path) => path.endsWith('.node'))).toEqual([own]);
    expect(statSync(join(app.resources, 'app.asar.unpacked', own)).size).toBeGreaterThan(1_000_000);
  });

  test('has every fuse set as it was decided', async () => {
    expect(await fusesIn(appOf(platform))).toEqual({
      RunAsNode: false,
      EnableCookieEncryption: true,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: platform !== 'linux',
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
      WasmTrapHandlers: true,
    });
  });

  test.skipIf(platform === 'linux')('keeps the hash of its archive where the runtime looks for it', () => {
    expect(keptHash(platform, appOf(platform))).toBe(headerHash(appOf(platform)));
  });

  test('has in its archive the bytes that the header vouches for', () => {
    expect(damagedFiles(appOf(platform))).toEqual([]);
  });

  test('stays within eight megabytes of our own', () => {
    const { resources } = appOf(platform);
    const native = `app.asar.unpacked/node_modules/better-sqlite3/prebuilds/${targets[platform]}.node`;
    const bytes = [join(resources, 'app.asar'), join(resources, native)].map((path) => statSync(path).size);
    expect(bytes[0]! + bytes[1]!).toBeLessThan(LARGEST_APP_BYTES);
  });

  test('brings the notices of what is in it, and those of the runtime', () => {
    const { resources, directory } = appOf(platform);
    expect(readFileSync(join(resources, 'notices/third-party-notices.txt'), 'utf8')).toContain('svelte');
    expect(existsSync(join(resources, 'notices/pinfold.cdx.json'))).toBe(true);
    if (platform !== 'darwin') expect(existsSync(join(directory, 'LICENSES.chromium.html'))).toBe(true);
  });
});

/** The packed app of Linux, copied, so that it can be spoilt. */
function aCopy(name: string): PackedApp {
  const directory = join(folder.path, name);
  cpSync(appOf('linux').directory, directory, { recursive: true });
  return { directory, program: join(directory, 'pinfold'), resources: join(directory, 'resources') };
}

describe('of a package that is not as it should be', () => {
  test('a file too many is seen', async () => {
    const spoilt = aCopy('with-a-map');
    const content = join(folder.path, 'content');
    unpack(spoilt, content);
    writeFileSync(join(content, 'out/main/core.js.map'), '{}');
    await createPackage(content, join(spoilt.resources, 'app.asar'));
    uncacheAll();
    expect(strangers(packedFiles(spoilt))).toEqual(['out/main/core.js.map']);
  });

  test('a fuse that somebody flipped is seen', async () => {
    const spoilt = aCopy('with-a-fuse');
    await flipFuses(spoilt.program, { ...fusesOf('linux'), [FuseV1Options.RunAsNode]: true });
    expect(await fusesIn(spoilt)).toMatchObject({ RunAsNode: true, OnlyLoadAppFromAsar: true });
  });

  test('a byte that changed is seen', () => {
    const spoilt = aCopy('with-a-byte');
    const archive = join(spoilt.resources, 'app.asar');
    const bytes = readFileSync(archive);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(archive, bytes);
    expect(damagedFiles(spoilt)).toHaveLength(1);
  });
});

/** Starts a web host with practice, and asks it something that its reader and its writer have to answer. */
async function expectToAnswer(program: string, name: string): Promise<void> {
  const app = startApp(program, join(folder.path, `${name}-profile`), join(folder.path, `${name}-compiled`));
  try {
    const address = await app.address;
    const client = address === null ? null : await enter(address);
    expect(await client?.ask('app.preferences', null), app.output()).toMatchObject({ ok: true });
    const notices = { ok: true, value: { text: expect.stringContaining('svelte') as string } };
    expect(await client?.ask('app.notices', null)).toMatchObject(notices);
    client?.close();
  } finally {
    app.child.kill('SIGTERM');
    await app.ended;
  }
}

test.runIf(platforms.includes('darwin'))('the package for macOS claims links with the scheme of the app', () => {
  const plist = readFileSync(join(appOf('darwin').program, 'Contents/Info.plist'), 'utf8');
  expect(plist).toMatch(/<key>CFBundleURLSchemes<\/key>\s*<array>\s*<string>pinfold<\/string>/);
});

test.runIf(platforms.includes('darwin'))(
  'an app that is packed on macOS without a certificate is signed ad hoc',
  async () => {
    const { program } = await packFor('darwin', join(folder.path, 'on-a-mac'), 'darwin');
    const signed = readFileSync(join(folder.path, 'on-a-mac/tools/signed.txt'), 'utf8').trim().split('\n');
    expect(signed).toEqual([expect.stringMatching(/^--sign - --force .* --deep /)]);
    expect(signed[0]?.endsWith(program)).toBe(true);
  },
  60_000,
);

// What was packed for another processor has an SQLite that this machine cannot load.
test.skipIf(ownPlatform === null)(
  'the core of the packed app answers, where a web host stands in for the runtime',
  async () => {
    const content = join(folder.path, 'started/app');
    const app = appOf(ownPlatform!);
    unpack(app, content);
    for (const name of readdirSync(builtCode).filter((file) => /^(serve|web-host-.*)\.js$/.test(file)))
      cpSync(join(builtCode, name), join(content, 'out/main', name));
    cpSync(join(app.resources, 'notices'), join(folder.path, 'started/notices'), { recursive: true });
    await expectToAnswer(join(content, 'out/main/serve.js'), 'packed');
  },
);

/** Says that this is an older Node, before the program looks. */
const pretendOld = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.1.0'}})`;

describe('the npm package of the web host, installed in an empty folder with scripts off', () => {
  const installed = join(folder.path, 'installed');
  const command = join(installed, 'node_modules/pinfold/electron/launch/pinfold.mjs');
  const pinfold = (words: readonly string[], node: readonly string[] = []) =>
    spawnSync(process.execPath, [...node, command, ...words], { encoding: 'utf8' });

  beforeAll(async () => {
    expect(await makeNpmPackage(folder.path)).toBe(true);
    mkdirSync(installed);
    const file = join(folder.path, `pinfold-${version}.tgz`);
    const words = [
      'install',
      file,
      '--prefix',
      installed,
      '--ignore-scripts',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
    ];
    const { program, words: given, shell } = npmCommand(words);
    const npm = spawnSync(program, given, { cwd: installed, encoding: 'utf8', shell });
    expect(npm.status, npm.stderr).toBe(0);
  }, 120_000);

  test('brings the built app and its command, and installs what cannot be bundled', () => {
    expect(readdirSync(join(installed, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'better-sqlite3',
      'node-addon-api',
      'pinfold',
      'undici',
    ]);
    expect(readdirSync(join(installed, 'node_modules/pinfold'), { recursive: true })).not.toContain('preload');
    expect(existsSync(join(installed, 'node_modules/.bin/pinfold'))).toBe(true);
  });

  test('says how it is used, and what it does not know', () => {
    expect(pinfold(['--help'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Usage: pinfold [options]'),
    });
    const refused = { status: 2, stderr: 'There is no option --practise. Try --help.\n' };
    expect(pinfold(['--practise'])).toMatchObject(refused);
  });

  test('says on an older Node which one it needs', () => {
    const old = pinfold([], ['--import', pretendOld]);
    expect(old).toMatchObject({ status: 1, stderr: expect.stringContaining('This is Node 20.1.0, and Pinfold needs') });
  });

  test('starts with practice, and answers', async () => {
    await expectToAnswer(command, 'npm');
  });
});
