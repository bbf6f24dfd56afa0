import { expect, test } from 'vitest';
import { offerOf, packageKindOf, releaseFeed, type ReleaseFeed } from '../../../src/domain/updates/release-feed.ts';
import { nextCheckAtMs, noUpdates } from '../../../src/domain/updates/update-state.ts';

const file = {
  name: 'pinfold-2.0.0-linux-amd64.deb',
  kind: 'deb',
  arch: 'x64',
  sizeBytes: 9,
  sha512: '0'.repeat(128),
} as const;
const feed = (over: Partial<ReleaseFeed> = {}): ReleaseFeed =>
  releaseFeed.parse({ schema: 1, version: '2.0.0', rolloutPercent: 100, files: [file], ...over });
const here = { version: '1.0.0', kind: 'deb', arch: 'x64', rolloutNumber: 40 } as const;

test('a newer version is offered with the package of this installation', () => {
  expect(offerOf(feed(), here)).toEqual({ kind: 'newer', version: '2.0.0', file });
  expect(offerOf(feed(), { ...here, arch: 'arm64' })).toMatchObject({ kind: 'newer', file: null });
  expect(offerOf(feed(), { ...here, kind: 'rpm' })).toMatchObject({ kind: 'newer', file: null });
});

test('an equal or an older version is never offered', () => {
  for (const version of ['2.0.0', '2.0.1', '3.0.0'])
    expect(offerOf(feed(), { ...here, version })).toEqual({ kind: 'none' });
});

test('a pre-release is offered to who runs one, and to nobody else', () => {
  const preRelease = feed({ version: '2.0.0-beta.2' });
  expect(offerOf(preRelease, here)).toEqual({ kind: 'none' });
  expect(offerOf(preRelease, { ...here, version: '2.0.0-beta.1' })).toMatchObject({ kind: 'newer' });
  expect(offerOf(feed(), { ...here, version: '2.0.0-beta.1' })).toMatchObject({ kind: 'newer' });
});

test('a release in stages reaches the installations below its share', () => {
  expect(offerOf(feed({ rolloutPercent: 40 }), here)).toEqual({ kind: 'later', version: '2.0.0' });
  expect(offerOf(feed({ rolloutPercent: 41 }), here)).toMatchObject({ kind: 'newer' });
  expect(offerOf(feed({ rolloutPercent: 0 }), { ...here, rolloutNumber: 0 })).toMatchObject({ kind: 'later' });
});

test.each(['../up.deb', '/etc/passwd', 'a/b.deb', '.hidden', 'C:\\x.exe', '', 'x'.repeat(200)])(
  'a file named %j is in no feed',
  (name) => {
    expect(releaseFeed.safeParse({ ...feed(), files: [{ ...file, name }] }).success).toBe(false);
  },
);

test.each([
  { ...file, kind: 'flatpak', digest: 'of another form' },
  { ...file, arch: 'riscv64' },
])(
  'a package of a kind or a processor that came later keeps no older program from the others: $kind, $arch',
  (later) => {
    const { files } = releaseFeed.parse({ ...feed(), files: [later, file] });
    expect(files).toEqual([file]);
  },
);

test.each([
  ['linux', false, [], false, 'npm'],
  ['win32', false, [], true, 'setup'],
  ['win32', true, [], true, 'portable'],
  ['darwin', false, [], true, 'dmg'],
  ['linux', true, ['/etc/debian_version'], true, 'AppImage'],
  ['linux', false, ['/etc/debian_version'], true, 'deb'],
  ['linux', false, ['/etc/redhat-release'], true, 'rpm'],
  ['linux', false, [], true, 'AppImage'],
] as const)(
  'on %s, from a single file: %s, with %j, in Electron: %s, the package is %s',
  (platform, isSingleFile, files, isShell, kind) => {
    const hasFile = (path: string): boolean => files.some((one) => one === path);
    expect(packageKindOf({ platform, isSingleFile, isShell, hasFile })).toBe(kind);
  },
);

test('a look is due once a day, where the person wants one', () => {
  const daily = { ...noUpdates, isDaily: true };
  const dayMs = 86_400_000;
  expect(nextCheckAtMs(noUpdates, 5)).toBeNull();
  expect(nextCheckAtMs(daily, 5)).toBe(5);
  expect(nextCheckAtMs({ ...daily, checkedAtMs: 5 }, 6)).toBe(5 + dayMs);
  expect(nextCheckAtMs({ ...daily, checkedAtMs: 5 }, 9 * dayMs)).toBe(9 * dayMs);
  expect(nextCheckAtMs({ ...daily, checkedAtMs: 900 }, 5)).toBe(5);
});
