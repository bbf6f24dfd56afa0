import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromCsv, fromJson, toCsv, toJson } from '../../../electron/sync/bulk/table-format.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import { LONGEST_TABLE, TableSize } from '../../../src/domain/files/table-size.ts';
import { anyRecord, RUNS } from '../../domain/arbitraries.ts';
import { aRecord } from '../../domain/builders.ts';

const of = (...values: readonly string[]): readonly FileRecord[] =>
  values.map((value) => aRecord({ keyvalues: [['a', value]] }));
const sizeOf = (format: 'csv' | 'json', files: readonly FileRecord[]): TableSize => {
  const size = new TableSize(format);
  for (const file of files) size.add(file);
  return size;
};

test('what is counted of a table is what is written of it', () => {
  fc.assert(
    fc.property(fc.array(anyRecord, { minLength: 1, maxLength: 5 }), (files) => {
      expect(sizeOf('csv', files).characters).toBe(toCsv(files).length);
      expect(sizeOf('json', files).characters).toBe(toJson(files).length);
    }),
    RUNS,
  );
});

const quotes = '"'.repeat(1_000_000);
test.each([
  ['of a long line of quotation marks', of('"'.repeat(2_499_000)), 'csv', true],
  ['of a line of quotation marks that is too long', of('"'.repeat(3_000_000)), 'csv', false],
  ['of many quotation marks', of(...Array.from({ length: 24 }, () => quotes)), 'csv', true],
  ['of more quotation marks than fit', of(...Array.from({ length: 30 }, () => quotes)), 'csv', false],
  ['of characters of three bytes', of('€'.repeat(1_666_000)), 'csv', true],
  ['of many quotation marks', of(...Array.from({ length: 24 }, () => quotes)), 'json', true],
  ['of one long text', of('"'.repeat(24_999_000)), 'json', true],
] as const)('a table %s is written only where the import reads it again (%#)', (_what, files, format, isWritten) => {
  expect(sizeOf(format, files).problem === null).toBe(isWritten);
  if (!isWritten) return;
  const text = format === 'csv' ? toCsv(files) : toJson(files);
  expect(text.length).toBeLessThanOrEqual(LONGEST_TABLE);
  const lines = format === 'csv' ? fromCsv(text) : fromJson(text);
  expect(lines.map(({ values }) => values.get('key:a')?.length)).toEqual(
    files.map(({ keyvalues: [pair] }) => pair?.[1].length),
  );
});
