import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportName, PartialFile } from '../../electron/export/partial-file.ts';
import { removePartialFiles } from '../../electron/export/partial-files-note.ts';
import { temporaryDirectory } from '../support/database.ts';
import { mayLink } from '../support/symbolic-links.ts';
import { folderIn, heldNowhere } from './exporting.ts';

const atMs = new Date(2026, 10, 21, 14, 2).getTime();

test.each([
  ['Studio', 'pinfold-Studio-2026-11-21-1402'],
  ['  Café / “München”: 100 %  ', 'pinfold-Café-München-100-2026-11-21-1402'],
  ['../../etc/passwd\0', 'pinfold-etc-passwd-2026-11-21-1402'],
  ['=1+1', 'pinfold-1-1-2026-11-21-1402'],
  ['\u202egnp.exe', 'pinfold-gnp-exe-2026-11-21-1402'],
  ['…', 'pinfold-2026-11-21-1402'],
  ['漢'.repeat(80), `pinfold-${'漢'.repeat(40)}-2026-11-21-1402`],
])('an export of %j has a plain name', (connection, name) => {
  expect(exportName(connection, atMs)).toBe(name);
});

function places() {
  const all = { profileDirectory: temporaryDirectory(), downloadsDirectory: temporaryDirectory() };
  const { downloadsDirectory: downloads, profileDirectory: profile } = all;
  return { all, downloads, profile, make: () => PartialFile.make(all, 'pinfold-a', '.csv') };
}

describe('a new file', () => {
  test('lies in the folder for downloads, or in the profile where that is none or refuses', async () => {
    const { all, downloads, profile, make } = places();
    writeFileSync(join(downloads, 'file'), '');
    const placeOf = ({ path }: PartialFile): string => dirname(path);
    expect(placeOf(await make())).toBe(downloads);
    // A name that is too long for the folder stands for every refusal: the tests may run as a person whom nothing refuses.
    for (const refusing of ['nowhere', 'file', 'x'.repeat(300)]) {
      const file = await PartialFile.make(
        { ...all, downloadsDirectory: join(downloads, refusing) },
        'pinfold-b',
        '.csv',
      );
      expect(placeOf(file)).toBe(join(profile, 'exports'));
      expect((await file.finish(heldNowhere)).path).toMatch(/exports.pinfold-b(-\d)?\.csv$/);
    }
  });

  test.skipIf(!mayLink)('never replaces another file, complete or partial, nor follows a link', async () => {
    const { downloads, make } = places();
    writeFileSync(join(downloads, 'pinfold-a.csv'), 'mine');
    writeFileSync(join(downloads, 'pinfold-a-2.csv'), 'mine too');
    symlinkSync(join(downloads, 'elsewhere'), join(downloads, 'pinfold-a.csv.part'));
    folderIn(downloads, 'pinfold-a-3.csv');
    const file = await make();
    writeFileSync(file.path, 'exported');
    const { path, sizeBytes } = await file.finish(heldNowhere);
    expect([file.path, path, sizeBytes]).toEqual([
      join(downloads, 'pinfold-a-2.csv.part'),
      join(downloads, 'pinfold-a-4.csv'),
      8,
    ]);
    const texts = ['pinfold-a.csv', 'pinfold-a-2.csv', 'pinfold-a-4.csv'].map((name) =>
      readFileSync(join(downloads, name), 'utf8'),
    );
    expect([texts, existsSync(join(downloads, 'elsewhere'))]).toEqual([['mine', 'mine too', 'exported'], false]);
  });

  test('that cannot get its name leaves none behind', async () => {
    const { downloads, make } = places();
    const file = await make();
    await file.remove();
    await expect(file.finish(heldNowhere)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(readdirSync(downloads)).toEqual([]);
  });

  test('of which no note can be made is not left behind', async () => {
    const { downloads, profile, make } = places();
    folderIn(profile, 'export.unfinished');
    await expect(make()).rejects.toMatchObject({ code: 'EISDIR' });
    expect(readdirSync(downloads)).toEqual([]);
  });
});

describe('what a crash left behind', () => {
  test('is removed at the next start, wherever it lies', async () => {
    const { downloads, profile, make } = places();
    await make();
    removePartialFiles(profile);
    expect([readdirSync(downloads), readdirSync(profile)]).toEqual([[], []]);
    expect(removePartialFiles(profile)).toEqual([]);
  });

  test('and that the system keeps is tried again at every start, also after another export', async () => {
    const { downloads, profile, make } = places();
    const kept = await make();
    const busy = Object.assign(new Error('resource busy'), { code: 'EBUSY' });
    const refuse = (): void => {
      throw busy;
    };
    expect(removePartialFiles(profile, refuse)).toEqual([busy]);
    const next = await make();
    await next.finish(heldNowhere);
    expect(readdirSync(downloads)).toContain(basename(kept.path));
    expect(removePartialFiles(profile)).toEqual([]);
    expect([readdirSync(downloads), readdirSync(profile)]).toEqual([['pinfold-a.csv'], []]);
  });

  test.skipIf(!mayLink)('is all that is removed: never a file of another name, a link or a folder', () => {
    const { downloads, profile } = places();
    const target = join(downloads, 'pinfold-target.csv');
    writeFileSync(target, 'mine');
    symlinkSync(target, join(downloads, 'pinfold-link.part'));
    folderIn(downloads, 'pinfold-folder.part');
    writeFileSync(join(downloads, 'diary.part'), 'mine');
    for (const name of [
      'pinfold-target.csv',
      'pinfold-link.part',
      'pinfold-folder.part',
      'diary.part',
      'gone.part',
      '',
    ]) {
      writeFileSync(join(profile, 'export.unfinished'), name === '' ? '' : join(downloads, name));
      removePartialFiles(profile);
    }
    expect(readdirSync(downloads).toSorted()).toEqual([
      'diary.part',
      'pinfold-folder.part',
      'pinfold-link.part',
      'pinfold-target.csv',
    ]);
    expect(readdirSync(profile)).toEqual([]);
  });
});
