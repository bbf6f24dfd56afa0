import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { readChosenFile, readChosenText } from '../../../src/state/app/chosen-file.ts';
import { aChosenFile, lostFile } from '../../support/chosen-files.ts';

test('a file is read as text without its byte order mark, and what is no UTF-8 does not end it', async () => {
  expect(await readChosenText([aChosenFile('\uFEFFid\n')], 4)).toEqual(ok('id\n'));
  expect(await readChosenText([aChosenFile(new Uint8Array([0x69, 0xe9]))], 2)).toEqual(ok('i\uFFFD'));
});

test('a file of the longest text is taken, however many bytes a character has, and one of more is not', async () => {
  expect(await readChosenText([aChosenFile('€€')], 2)).toEqual(ok('€€'));
  expect(await readChosenText([aChosenFile('abc')], 2)).toEqual(fail('tooLong'));
});

test('a file that is certainly too long is not read', async () => {
  const file = { ...lostFile, size: 7 };
  expect([await readChosenFile([file], 2), await readChosenText([file], 2)]).toEqual([
    fail('tooLong'),
    fail('tooLong'),
  ]);
});

test('a file that was moved since it was chosen is a problem, and a bug is none', async () => {
  expect(await readChosenFile([lostFile], 2)).toEqual(fail('unread'));
  const bug = { ...lostFile, arrayBuffer: () => Promise.reject(new TypeError('a bug')) };
  await expect(readChosenFile([bug], 2)).rejects.toThrow('a bug');
});

test('of several files that were dropped at once none is read', async () => {
  const files = [lostFile, lostFile] as const;
  expect([await readChosenFile(files, 2), await readChosenText(files, 2)]).toEqual([fail('several'), fail('several')]);
});
