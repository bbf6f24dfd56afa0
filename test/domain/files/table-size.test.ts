import { expect, test } from 'vitest';
import { LONGEST_LINE_BYTES } from '../../../src/domain/core/csv.ts';
import type { Pairs } from '../../../src/domain/files/file.ts';
import { aRecord } from '../builders.ts';
import {
  LONGEST_TABLE,
  MOST_TABLE_CELLS,
  MOST_TABLE_FILES,
  type TableFormat,
  TableSize,
} from '../../../src/domain/files/table-size.ts';

function sizeOf(format: TableFormat, files: readonly Pairs[]) {
  const size = new TableSize(format);
  for (const keyvalues of files) size.add(aRecord({ name: null, cid: '', keyvalues }));
  return size.problem;
}
const keys = (count: number, of = ''): Pairs => Array.from({ length: count }, (_, at) => [`${of}k${at}`, '']);
const many = (files: number, keyvalues: Pairs): readonly Pairs[] => Array.from({ length: files }, () => keyvalues);

test('as many files as a table holds fit with a few hundred keys', () => {
  expect(sizeOf('csv', many(MOST_TABLE_FILES, keys(400)))).toBeNull();
});

test('each file has a cell for every key of the others, in CSV alone', () => {
  const tooManyCells = { kind: 'tooMany', of: 'tableCells', most: MOST_TABLE_CELLS };
  expect([sizeOf('csv', many(10_000, keys(996))), sizeOf('csv', many(10_000, keys(997)))]).toEqual([
    null,
    tooManyCells,
  ]);
  const ofTheirOwn = Array.from({ length: 1_005 }, (_, at) => keys(9, `${at}-`));
  expect([sizeOf('csv', ofTheirOwn.slice(0, 990)), sizeOf('json', ofTheirOwn)]).toEqual([null, null]);
  expect(sizeOf('csv', [...ofTheirOwn, ...many(200, [])])).toEqual(tooManyCells);
});

const tooManyCharacters = { kind: 'tooMany', of: 'tableCharacters', most: LONGEST_TABLE };
const tooLongLine = { kind: 'tooMany', of: 'tableLineBytes', most: LONGEST_LINE_BYTES };

test('texts that the import would find too long make no table of either format', () => {
  const part: Pairs = [['a', 'x'.repeat(LONGEST_TABLE / 16)]];
  for (const format of ['csv', 'json'] as const) {
    expect(sizeOf(format, many(15, part))).toBeNull();
    expect(sizeOf(format, many(16, part))).toEqual(tooManyCharacters);
  }
});

test('a quotation mark counts as often as it is written', () => {
  const quotes: Pairs = [['a', '"'.repeat(1_000_000)]];
  for (const format of ['csv', 'json'] as const) {
    expect(sizeOf(format, many(24, quotes))).toBeNull();
    expect(sizeOf(format, many(30, quotes))).toEqual(tooManyCharacters);
  }
  const line: Pairs = [['a', '\n'.repeat(1_000_000)]];
  expect([sizeOf('csv', many(30, line)), sizeOf('json', many(30, line))]).toEqual([null, tooManyCharacters]);
});

test('a line that the import would find too long makes no table of CSV, as long as it will be in bytes', () => {
  const fits: Pairs = [['a', 'x'.repeat(4_999_000)]];
  expect([sizeOf('csv', [fits]), sizeOf('csv', [fits, keys(1_000)])]).toEqual([null, tooLongLine]);
  for (const text of ['"'.repeat(2_500_000), 'é'.repeat(2_500_000), '€'.repeat(1_675_000), '😀'.repeat(1_250_000)]) {
    expect([sizeOf('csv', [[['a', text]]]), sizeOf('json', [[['a', text]]])]).toEqual([tooLongLine, null]);
    expect(sizeOf('csv', [[['a', text.slice(0, text.length * 0.99)]]])).toBeNull();
  }
});

test('names of keys count too: they make the first line', () => {
  const long = (count: number): Pairs => Array.from({ length: count }, (_, at) => [`${at}`.padEnd(10_000, 'k'), '']);
  expect([sizeOf('csv', [long(499)]), sizeOf('csv', [long(500)])]).toEqual([null, tooLongLine]);
});
