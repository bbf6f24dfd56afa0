import { describe, expect, test } from 'vitest';
import { parseIdList } from '../../../electron/sync/bulk/id-list.ts';
import { fromCsv } from '../../../electron/sync/bulk/table-format.ts';
import { readSignerFile } from '../../../electron/sync/signatures/signer-file.ts';

/** The ends of three lines, as a file has them that one program began and another went on with. */
const mixtures = [
  ['\n', '\r\n', '\r\n'],
  ['\r\n', '\n', '\n'],
  ['\r\n', '\n', '\r\n'],
  ['\r', '\r\n', '\n'],
] as const;

const joined = (lines: readonly string[], ends: readonly string[]): string =>
  lines.map((line, at) => `${line}${ends[at]}`).join('');

describe.each(mixtures)('a text whose lines end by %j, %j and %j', (...ends) => {
  test('is a table of all its lines', () => {
    const lines = fromCsv(joined(['id,name', 'f1,one', 'f2,two'], ends));
    expect(lines.map(({ line, key, values, surplus }) => [line, key?.id, values.get('name'), surplus])).toEqual([
      [2, 'f1', 'one', 0],
      [3, 'f2', 'two', 0],
    ]);
  });

  test('is a list of all its ids', () => {
    expect(parseIdList(joined(['id', 'f1', 'f2'], ends)).map(({ line, id }) => [line, id])).toEqual([
      [2, 'f1'],
      [3, 'f2'],
    ]);
  });

  test('is a list of all its signers', () => {
    expect(readSignerFile(joined(['address,label', '0xaa,Ann', '0xbb,Ben'], ends))).toEqual({
      ok: true,
      value: [
        { line: 2, address: '0xaa', label: 'Ann' },
        { line: 3, address: '0xbb', label: 'Ben' },
      ],
    });
  });
});

test('a table whose lines end by a carriage return alone is no single line, however long it is', () => {
  const value = 'x'.repeat(100_000);
  const lines = Array.from({ length: 60 }, (_, at) => `f${at},${value}\r`);
  expect(fromCsv(['id,name\r', ...lines].join(''))).toHaveLength(60);
});

test('a line break within quotes is a part of its cell, whatever ends the lines', () => {
  const [line] = fromCsv('id,key:a,key:b\r\nf1,"one\ntwo","one\rtwo"\r\n');
  expect([...(line?.values ?? [])]).toEqual([
    ['key:a', 'one\ntwo'],
    ['key:b', 'one\rtwo'],
  ]);
});
