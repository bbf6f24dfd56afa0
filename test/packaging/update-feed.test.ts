import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { updatesOf } from '../../electron/package/release-place.mjs';
import { feedOf, publicKeyOf, signatureOf } from '../../electron/package/update-feed.mjs';
import { isSigned } from '../../electron/updates/fetch-release.ts';
import { releaseFeed } from '../../src/domain/updates/release-feed.ts';
import { temporaryDirectory } from '../support/database.ts';

const privateKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const names = [
  'SHA256SUMS',
  'pinfold-1.2.0-linux-aarch64.rpm',
  'pinfold-1.2.0-linux-amd64.deb',
  'pinfold-1.2.0-linux-x86_64.AppImage',
  'pinfold-1.2.0-mac-arm64.dmg',
  'pinfold-1.2.0-mac-arm64.zip',
  'pinfold-1.2.0-win-x64-portable.exe',
  'pinfold-1.2.0-win-x64.exe',
  'pinfold-1.2.0.tgz',
  'pinfold.cdx.json',
];

test('the feed of a release names each package that replaces an installation, and the app believes its signature', () => {
  const folder = temporaryDirectory();
  for (const name of names) writeFileSync(join(folder, name), name);
  const text = feedOf(folder, { version: '1.2.0', rolloutPercent: 25 });
  const { files, ...rest } = releaseFeed.parse(JSON.parse(text));
  expect(rest).toEqual({ schema: 1, version: '1.2.0', rolloutPercent: 25 });
  expect(files.map(({ name, kind, arch }) => [name.slice(14), kind, arch])).toEqual([
    ['linux-aarch64.rpm', 'rpm', 'arm64'],
    ['linux-amd64.deb', 'deb', 'x64'],
    ['linux-x86_64.AppImage', 'AppImage', 'x64'],
    ['mac-arm64.dmg', 'dmg', 'arm64'],
    ['win-x64-portable.exe', 'portable', 'x64'],
    ['win-x64.exe', 'setup', 'x64'],
    ['tgz', 'npm', null],
  ]);
  const signature = Buffer.from(`${signatureOf(text, privateKey)}\n`);
  const publicKey = publicKeyOf(privateKey);
  expect(isSigned(Buffer.from(text), signature, publicKey)).toBe(true);
  expect(isSigned(Buffer.from(`${text} `), signature, publicKey)).toBe(false);
});

test.each([Number('ten'), -1, 101, 12.5])(
  'a share of %d per cent makes no feed: no program would read it',
  (rolloutPercent) => {
    expect(() => feedOf(temporaryDirectory(), { version: '1.2.0', rolloutPercent })).toThrow('from 0 to 100');
  },
);

test('a build looks for updates where it is released, and nowhere without the key of the releases', () => {
  const key = publicKeyOf(privateKey);
  const place = { PINFOLD_REPOSITORY: 'ann/pinfold' };
  expect(updatesOf({ ...place, PINFOLD_UPDATE_PUBLIC_KEY: key })).toEqual({
    url: 'https://github.com/ann/pinfold/releases/latest/download',
    publicKey: key,
    notesUrl: 'https://github.com/ann/pinfold/releases/latest',
  });
  for (const env of [{}, place, { PINFOLD_UPDATE_PUBLIC_KEY: key }, { ...place, PINFOLD_UPDATE_PUBLIC_KEY: 'short' }])
    expect(updatesOf(env)).toBeNull();
});
