import { expect, test } from 'vitest';
import { parseIdList } from '../../../electron/sync/bulk/id-list.ts';
import { jsonLinesFormat } from '../../../electron/export/text-output.ts';
import { aFile } from '../../support/builders.ts';
import { fakeId } from '../../support/fake-service.ts';

const [one, two] = [fakeId(1), fakeId(2)];

test('a list in JSON keeps the network of an entry, and the id of one whose network nobody knows', () => {
  const files = [{ id: one, network: 'private' }, { id: two, network: 'nowhere' }, { id: 'no id' }];
  const lines = [
    { line: 1, text: one, network: 'private', id: one },
    { line: 2, text: two, network: null, id: two },
    { line: 3, text: 'no id', network: null, id: null },
  ];
  expect(parseIdList(JSON.stringify(files))).toEqual(lines);
  expect(parseIdList(`\uFEFF \n${JSON.stringify({ files })}`)).toEqual(lines);
});

test('an export of JSON Lines is a list, with the network of each file', () => {
  const files = [aFile({ id: one, network: 'private' }), aFile({ id: two, network: 'public' })];
  const [first = '', second = ''] = files.map((file) => jsonLinesFormat.lineOf({ ...file, state: 'onServer' }));
  const lines = [
    { line: 1, text: one, network: 'private', id: one },
    { line: 2, text: two, network: 'public', id: two },
  ];
  expect(parseIdList(`\uFEFF${first}${second}`)).toEqual(lines);
  expect(parseIdList(first)).toEqual(lines.slice(0, 1));
});

test('a line of JSON Lines may be long, an id alone or broken, and costs the others nothing', () => {
  const long = JSON.stringify({ id: one, keyvalues: { story: 'x'.repeat(5_000) } });
  const broken = `{"id":"${two}"`;
  expect(parseIdList(`${long}\r\n\r\n${broken}\n${two}\n"${two}"\n{"id":7}`)).toEqual([
    { line: 1, text: one, network: null, id: one },
    { line: 3, text: `{"id":"${two}`, network: null, id: null },
    { line: 4, text: two, network: null, id: two },
    { line: 5, text: two, network: null, id: two },
    { line: 6, text: '{"id":7}', network: null, id: null },
  ]);
});

test('one record of JSON on several lines is a list of one', () => {
  expect(parseIdList(JSON.stringify({ network: 'private', id: one }, null, 2))).toEqual([
    { line: 1, text: one, network: 'private', id: one },
  ]);
});

test('a list without a header has its ids in the first column, whatever stands beside them', () => {
  expect(parseIdList(`${one},private\n${two}`)).toEqual([
    { line: 1, text: one, network: null, id: one },
    { line: 2, text: two, network: null, id: two },
  ]);
});

test('a list that a spreadsheet saved with semicolons has its ids in their column', () => {
  expect(parseIdList(`name;network;id\na, b;private;${one}\nc;;${two}`)).toEqual([
    { line: 2, text: one, network: 'private', id: one },
    { line: 3, text: two, network: null, id: two },
  ]);
});

test('a line that ends before the column of the ids has none, and lines of empty cells are passed over', () => {
  expect(parseIdList(`name,id\na\n,\n ,"  "\nb,${two}`)).toEqual([
    { line: 2, text: '', network: null, id: null },
    { line: 5, text: two, network: null, id: two },
  ]);
});

test('an id alone on its line below a column of networks is one, on no network', () => {
  expect(parseIdList(`network,id\nprivate,${one}\n${two}\nprivate`)).toEqual([
    { line: 2, text: one, network: 'private', id: one },
    { line: 3, text: two, network: null, id: two },
    { line: 4, text: '', network: 'private', id: null },
  ]);
});

test('quotes and commas around an id are no part of it, in whatever number', () => {
  expect(parseIdList(`id\n'${one}',;\n"""${two}"",,"`).map(({ id }) => id)).toEqual([one, two]);
});

test('a text with a quote that is never closed is read line by line, without its blank lines', () => {
  expect(parseIdList(`"${one}\n \r\n${two}\rx y`)).toEqual([
    { line: 1, text: one, network: null, id: one },
    { line: 3, text: two, network: null, id: two },
    { line: 4, text: 'x y', network: null, id: null },
  ]);
});

test('a line of a thousand characters is shown whole, a longer one by its beginning', () => {
  expect(parseIdList('x'.repeat(1_000))[0]?.text).toBe('x'.repeat(1_000));
  expect(parseIdList('x'.repeat(1_001))).toEqual([{ line: 1, text: `${'x'.repeat(1_000)}…`, network: null, id: null }]);
});

test('what looks like JSON and is none is read as lines', () => {
  expect(parseIdList(`[${one}]\n${two}`).map(({ line, id }) => [line, id])).toEqual([
    [1, null],
    [2, two],
  ]);
});
