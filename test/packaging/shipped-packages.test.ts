import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { billOfMaterials } from '../../electron/package/bill-of-materials.mjs';
import { metainfo } from '../../electron/package/metainfo.mjs';
import { inProject } from '../../electron/launch/project.mjs';
import { releasePlace } from '../../electron/package/release-place.mjs';
import {
  installedFolders,
  isPermissive,
  packageFolderOf,
  readPackage,
} from '../../electron/package/shipped-packages.mjs';
import { temporaryDirectory } from '../support/database.ts';

/** A folder with a package in it. */
function aPackage(
  description: object,
  files: Readonly<Record<string, string>> = { LICENSE: 'Do as you like.' },
): string {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'one', version: '1.2.3', ...description }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('a licence is permissive when all it asks for is, or one of its alternatives', () => {
  for (const licence of ['MIT', '(MIT OR GPL-3.0-only)', 'MIT AND ISC', 'GPL-2.0 OR (Apache-2.0)'])
    expect([licence, isPermissive(licence)]).toEqual([licence, true]);
  for (const licence of ['', 'GPL-3.0-only', 'MIT AND GPL-3.0-only', 'UNLICENSED', 'SEE LICENSE IN LICENSE'])
    expect([licence, isPermissive(licence)]).toEqual([licence, false]);
});

test('a package with a licence that is not permissive, or without its text, ends the build', () => {
  expect(() => readPackage(aPackage({ license: 'GPL-3.0-only' }))).toThrow('one has the licence "GPL-3.0-only"');
  expect(() => readPackage(aPackage({ license: 'MIT' }, {}))).toThrow('without the text of its licence');
  expect(() => readPackage(aPackage({}))).toThrow('one has the licence ""');
});

test('a package that names its licence in the text alone has that licence', () => {
  expect(readPackage(aPackage({}, { LICENSE: 'MIT License\n\nCopyright' }))).toMatchObject({ licence: 'MIT' });
});

test('a module belongs to the innermost package, whatever the separators', () => {
  expect(packageFolderOf('/p/node_modules/a/node_modules/@b/c/dist/x.js?url')).toBe(
    '/p/node_modules/a/node_modules/@b/c',
  );
  expect(packageFolderOf('C:\\p\\node_modules\\a\\x.js')).toBe('C:/p/node_modules/a');
  expect(packageFolderOf('/p/src/main.ts')).toBeNull();
});

test('what is installed beside the program is found with all it needs, the nearest of its name first', () => {
  const root = temporaryDirectory();
  const put = (path: string, dependencies: Readonly<Record<string, string>>): void => {
    mkdirSync(join(root, path), { recursive: true });
    writeFileSync(join(root, path, 'package.json'), JSON.stringify({ name: path, dependencies }));
  };
  put('node_modules/a', { b: '1', c: '1' });
  put('node_modules/a/node_modules/b', { a: '1' });
  put('node_modules/b', {});
  put('node_modules/c', {});
  const found = installedFolders(root, ['a']).map((path) => path.slice(root.length + 1).replaceAll('\\', '/'));
  expect(found).toEqual(['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c']);
  expect(() => installedFolders(root, ['absent'])).toThrow('absent is not installed');
});

test('the bill of materials names every package by its package URL, and depends on all of them', () => {
  const one = { name: '@a/b', version: '1.0.0', licence: 'MIT OR ISC', text: '', homepage: null };
  const bill = billOfMaterials({ name: 'pinfold', version: '0.1.0', licence: 'MIT' }, [one]);
  expect(bill.components.map(({ purl, licenses }) => [purl, licenses])).toEqual([
    ['pkg:npm/%40a/b@1.0.0', [{ expression: 'MIT OR ISC' }]],
  ]);
  expect(bill.dependencies).toEqual([{ ref: 'pkg:npm/pinfold@0.1.0', dependsOn: ['pkg:npm/%40a/b@1.0.0'] }]);
});

test('the serial number of a bill of materials is a UUID made from what it names', () => {
  const serialOf = (version: string) =>
    billOfMaterials({ name: 'pinfold', version: '0.1.0', licence: 'MIT' }, [
      { name: 'a', version, licence: 'MIT', text: '', homepage: null },
    ]).serialNumber;
  expect(serialOf('1.0.0')).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
  expect(serialOf('1.0.0')).toBe(serialOf('1.0.0'));
  expect(serialOf('1.0.0')).not.toBe(serialOf('1.0.1'));
});

test('a package knows its home only where a release says it, and is notarized only with all three secrets', () => {
  const nowhere = { homepage: null, publish: null, appId: 'local.pinfold' };
  for (const repository of [undefined, '', 'one', 'a/b/c', '../x', 'a b/c', '../..'])
    expect(releasePlace({ PINFOLD_REPOSITORY: repository })).toMatchObject(nowhere);
  expect(releasePlace({ GITHUB_REPOSITORY: 'Owl/pinfold' })).toMatchObject({
    appId: 'io.github.owl.pinfold',
    homepage: 'https://github.com/Owl/pinfold',
    publish: { owner: 'Owl', repo: 'pinfold', releaseType: 'draft' },
    isNotarized: false,
  });
  const keys = { APPLE_API_KEY: 'k', APPLE_API_KEY_ID: 'i', APPLE_API_ISSUER: 's' };
  expect(releasePlace({ GITHUB_REPOSITORY: 'owl/pinfold', ...keys }).isNotarized).toBe(true);
});

test('software centres of Linux are told of the app by the name of its release', () => {
  const told = metainfo({
    appId: 'io.github.owl.pinfold',
    homepage: 'https://github.com/owl/pinfold',
    summary: 'Files',
  });
  expect(told).toContain('<id>io.github.owl.pinfold</id>');
  expect(told).toContain('<launchable type="desktop-id">pinfold.desktop</launchable>');
  expect(told).toContain('<url type="homepage">https://github.com/owl/pinfold</url>');
});

test.each([
  ['owl/pinfold', '/usr/share/metainfo/io.github.owl.pinfold.metainfo.xml'],
  ['', null],
])('a release of %s installs that file with deb and rpm, and no other package has it', (repository, place) => {
  const program = `
    const { default: config } = await import(${JSON.stringify(pathToFileURL(inProject('electron/package/builder-config.mjs')).href)});
    console.log(JSON.stringify({ deb: config.deb?.fpm, rpm: config.rpm?.fpm, desktop: config.linux.executableName }));
  `;
  const env = { ...process.env, PINFOLD_REPOSITORY: repository, GITHUB_REPOSITORY: '' };
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' });
  const installed = place === null ? [] : [expect.stringMatching(new RegExp(`[.]xml=${place}$`))];
  const rpm = [expect.stringMatching(/^--/), ...installed];
  expect(JSON.parse(printed)).toEqual({ deb: installed, rpm, desktop: 'pinfold' });
});
