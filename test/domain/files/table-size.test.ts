import { expect, test } from 'vitest';
import type { Pairs } from '../../../src/domain/files/file.ts';
import {
  LONGEST_TABLE,
  MOST_TABLE_CELLS,
  MOST_TABLE_FILES,
  type TableFormat,
  TableSize,
} from '../../../src/domain/files/table-size.ts';

function sizeOf(format: TableFormat, files: readonly Pairs[]) {
  const size = new TableSize(format);
  for (const keyvalues of files) size.add({ name: null, cid: '', keyvalues });
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

test('texts that the import would find too long make no table of either format', () => {
  const half: Pairs = [['a', 'x'.repeat(LONGEST_TABLE / 2)]];
  for (const format of ['csv', 'json'] as const) {
    expect(sizeOf(format, [half])).toBeNull();
    expect(sizeOf(format, [half, half, half])).toEqual({ kind: 'tooMany', of: 'tableCharacters', most: LONGEST_TABLE });
  }
});
