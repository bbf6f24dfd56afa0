import { expect, test, vi } from 'vitest';
import { fromCsv, fromJson, MOST_TABLE_LINES } from '../../../electron/sync/bulk/table-format.ts';
import { MOST_TABLE_COLUMNS } from '../../../src/domain/core/csv.ts';

vi.setConfig({ testTimeout: 120_000 });

const MEGABYTE = 1_000_000;

test('a table of more than 5 MB is read as long as each of its lines is shorter', () => {
  const line = `f1,${'x'.repeat(MEGABYTE)}\n`;
  expect(fromCsv(`id,key:a\n${line.repeat(6)}`)).toHaveLength(6);
});

test.each([
  ['the first line', `id,${'x'.repeat(5 * MEGABYTE)}\nf1`],
  ['a line in the middle', `id,key:a\nf1,1\nf1,${'x'.repeat(5 * MEGABYTE)}\nf1,1`],
  ['a line whose cell has line ends', `id,key:a\nf1,"${`${'x'.repeat(MEGABYTE)}\n`.repeat(6)}"`],
])('%s of more than 5 MB is said to be too long', (_which, text) => {
  expect(() => fromCsv(text)).toThrow('longLine');
});

test('a table may have as many columns as a spreadsheet and no more', () => {
  const columns = (count: number): string => `id${',x'.repeat(count - 1)}\nf1`;
  expect(MOST_TABLE_COLUMNS).toBe(16_384);
  expect(fromCsv(columns(MOST_TABLE_COLUMNS))).toHaveLength(1);
  expect(() => fromCsv(columns(MOST_TABLE_COLUMNS + 1))).toThrow('tooManyColumns');
});

test('a table of more than 200,000 lines is to be imported in parts, whatever its format', () => {
  const lines = MOST_TABLE_LINES + 1;
  const refusal = 'tooManyLines';
  expect(() => fromCsv(`id\n${'f\n'.repeat(lines)}`)).toThrow(refusal);
  expect(() => fromJson(`[${'0,'.repeat(lines - 1)}0]`)).toThrow(refusal);
  expect(() => fromJson(`{}${'\n'.repeat(2 * lines)}`)).toThrow(refusal);
});

test('a line that cannot be used is shown by its beginning', () => {
  const long = 'x'.repeat(300);
  expect(fromCsv(`id,name\n../a,${long}`)[0]).toMatchObject({ key: null, text: `../a, ${long}`.slice(0, 200) });
  expect(fromJson(`["${long}"]`)[0]).toMatchObject({ line: 1, key: null, text: `"${long}`.slice(0, 200), surplus: 0 });
  const [broken, whole] = fromJson(`{"id":"${long}\n{"id":"f1"}`);
  expect(broken).toEqual({ line: 1, key: null, text: `{"id":"${long}`.slice(0, 200), values: new Map(), surplus: 0 });
  expect(whole).toMatchObject({ line: 2, key: { network: 'public', id: 'f1' } });
});

test.each([[null], ['text'], [['a']], [7]])('metadata that is %j makes an item that cannot be used', (keyvalues) => {
  expect(fromJson(JSON.stringify([{ id: 'f1', keyvalues }]))[0]).toMatchObject({ key: null });
});

test('a name that is null in JSON is asked for, one that is not there is left alone', () => {
  const [named, unnamed] = fromJson('[{"id":"f1","name":null},{"id":"f1"}]');
  expect([[...named!.values], [...unnamed!.values]]).toEqual([[['name', null]], []]);
});
