import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { downloadPackage, type DownloadPorts } from '../../electron/updates/download-package.ts';
import { fail, ok } from '../../src/domain/core/result.ts';
import type { ReleaseFile } from '../../src/domain/updates/release-feed.ts';
import { temporaryDirectory } from '../support/database.ts';

const content = Buffer.from('package');
const sha512 = createHash('sha512').update(content).digest('hex');
const file = { name: 'pinfold-2.0.0.exe', kind: 'setup', arch: 'x64', sizeBytes: content.length, sha512 } as const;

/** Work on files that another program refuses once. */
function heldOnce<Given extends unknown[]>(work: (...given: Given) => Promise<void>) {
  let isHeld = true;
  return async (...given: Given): Promise<void> => {
    if (!isHeld) return await work(...given);
    isHeld = false;
    throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
  };
}

const source = { url: 'https://releases.test', publicKey: '' };

/** Downloads the package into a folder, from a page of releases that sends it unless told otherwise. */
const downloaded = (directory: string, over: Partial<DownloadPorts> = {}, wanted: ReleaseFile = file) =>
  downloadPackage(
    source,
    wanted,
    {
      ...{ directory, running: null, progress: () => undefined },
      held: { wait: async () => undefined, platform: 'win32' },
      fetch: async () => new Response(content),
      ...over,
    },
    new AbortController().signal,
  );

test('a package that a virus scanner of Windows reads meanwhile gets its name, and an older one goes', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'pinfold-1.5.0.exe'), 'older');
  const path = await downloaded(directory, { rename: heldOnce(rename), rm: heldOnce(rm) });
  expect([path, readdirSync(directory)]).toEqual([ok(join(directory, file.name)), [file.name]]);
});

test('an older package stays until the newer one is whole', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'pinfold-1.5.0.exe'), 'older');
  const cut = await downloaded(directory, { fetch: async () => new Response('pack') });
  expect([cut, readdirSync(directory)]).toEqual([fail('cutDownload'), ['pinfold-1.5.0.exe']]);
});

test('an older package that another program holds keeps nobody from the newer one', async () => {
  const directory = temporaryDirectory();
  for (const name of ['pinfold-1.4.0.exe', 'pinfold-1.5.0.exe']) writeFileSync(join(directory, name), 'older');
  const held: DownloadPorts['rm'] = async (path, options) => {
    if (path.endsWith('pinfold-1.4.0.exe')) throw Object.assign(new Error('busy'), { code: 'EBUSY' });
    await rm(path, options);
  };
  const path = await downloaded(directory, { rm: held });
  expect([path, readdirSync(directory)]).toEqual([ok(join(directory, file.name)), ['pinfold-1.4.0.exe', file.name]]);
});

test('the package that runs stays, however its path was written', async () => {
  const directory = temporaryDirectory();
  const alias = join(temporaryDirectory(), 'updates');
  symlinkSync(directory, alias, 'junction');
  for (const name of ['pinfold-1.4.0.exe', 'pinfold-1.5.0.exe']) writeFileSync(join(directory, name), 'older');
  await downloaded(directory, { running: join(alias, 'pinfold-1.5.0.exe') });
  expect(readdirSync(directory)).toEqual(['pinfold-1.5.0.exe', file.name]);
  await downloaded(directory, { running: join(alias, 'gone.exe') }, { ...file, name: 'pinfold-2.1.0.exe' });
  expect(readdirSync(directory)).toEqual(['pinfold-2.1.0.exe']);
});

// Windows has no such modes.
test.skipIf(process.platform === 'win32')(
  'an AppImage can be opened, also one that lies there since an earlier start',
  async () => {
    const directory = temporaryDirectory();
    const image = { ...file, name: 'pinfold-2.0.0.AppImage', kind: 'AppImage' } as const;
    const path = join(directory, image.name);
    const mode = (): number => statSync(path).mode & 0o777;
    await downloaded(directory, {}, image);
    expect(mode()).toBe(0o700);
    chmodSync(path, 0o600);
    await downloaded(directory, {}, image);
    expect(mode()).toBe(0o700);
  },
);
