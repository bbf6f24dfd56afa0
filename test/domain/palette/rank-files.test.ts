import { expect, test } from 'vitest';
import { askedWords } from '../../../src/domain/palette/asked-words.ts';
import { foundIn, MOST_PALETTE_FILES, rankFiles, stillFound } from '../../../src/domain/palette/rank-files.ts';
import { spellingsOf } from '../../../src/domain/signatures/cid.ts';
import type { FileRow } from '../../../src/domain/files/file.ts';
import { aRow } from '../../state/files/files-list.ts';

const cid = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku';
const named = (number: number, name: string, given: Partial<FileRow> = {}): FileRow => ({
  ...aRow(number),
  name,
  ...given,
});
const names = (rows: readonly FileRow[]): readonly (string | null)[] => rows.map(({ name }) => name);

test('files named by the words come before files found by something else, the file with that id first', () => {
  const byMetadata = named(1, 'a.png');
  const byName = named(2, 'Tier of gold.png');
  const byId = named(3, 'z.png');
  expect(names(rankFiles([byMetadata, byName], askedWords('gold tier')))).toEqual(['Tier of gold.png', 'a.png']);
  expect(names(rankFiles([byMetadata, byName, byId], askedWords(byId.id)))[0]).toBe('z.png');
});

test('a CID finds the files that hold it in whatever spelling, and none that only speak of it', () => {
  const [, other = ''] = spellingsOf(cid);
  const rows = [named(1, 'speaks of it'), named(2, 'same', { cid }), named(3, 'other spelling', { cid: other })];
  expect(other).not.toBe(cid);
  expect(names(rankFiles(rows, askedWords(cid)))).toEqual(['same', 'other spelling']);
});

test('commands alone, or no words, ask for no files', () => {
  expect(rankFiles([aRow(1)], askedWords('>file'))).toEqual([]);
  expect(rankFiles([aRow(1)], askedWords(''))).toEqual([]);
  expect(rankFiles([aRow(1)], askedWords(':'))).toEqual([]);
});

test('a list has an end', () => {
  const rows = Array.from({ length: 30 }, (_, place) => aRow(place + 1));
  expect(rankFiles(rows, askedWords('file'))).toHaveLength(MOST_PALETTE_FILES);
});

test('while a later question is open, only files that it names too stay', () => {
  const rows = [named(1, 'gold.png'), named(2, 'golem.png')];
  expect(names(stillFound(rows, askedWords('gole')))).toEqual(['golem.png']);
});

test('a name answers the words as the search reads them: phrases, words left out, and pairs of metadata', () => {
  const byPair = named(1, 'a court.png');
  const byName = named(2, 'gold court.png');
  expect(names(rankFiles([byPair, byName], askedWords('"gold court"')))[0]).toBe('gold court.png');
  expect(names(stillFound([byPair, byName], askedWords('court -gold')))).toEqual(['a court.png']);
  expect(stillFound([byPair], askedWords('tier:gold court'))).toEqual([]);
});

test('what the words mean in a name is marked there, and nothing where an id or CID is asked for', () => {
  const marked = (name: string | null, text: string) => foundIn({ ...aRow(1), name }, askedWords(text));
  expect(marked('Tier-of-Gold.png', 'gold tier')).toEqual([
    { from: 0, to: 4 },
    { from: 8, to: 12 },
  ]);
  expect(marked('a "gold" tier.png', '"gold"')).toEqual([{ from: 3, to: 7 }]);
  expect(marked(null, 'name')).toEqual([]);
  expect(marked('file', ':file')).toEqual([]);
});
