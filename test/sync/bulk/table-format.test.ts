import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { changesOfLine, fromCsv, fromJson, toCsv, toJson } from '../../../electron/sync/bulk/table-format.ts';
import { UnfitTextError } from '../../../electron/sync/bulk/unfit-text.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import { fileId } from '../../../src/domain/core/ids.ts';
import { anyRecord, RUNS } from '../../domain/arbitraries.ts';
import { aRecord } from '../../domain/builders.ts';

vi.setConfig({ testTimeout: 60_000 });

const anyFiles: fc.Arbitrary<readonly FileRecord[]> = fc
  .array(fc.tuple(anyRecord, fc.constantFrom('public', 'private' as const)), { maxLength: 4 })
  .map((all) => all.map(([record, network], at) => ({ ...record, network, id: fileId.parse(`id-${at}`) })));
/** A file on a disk is UTF-8. */
const saved = (text: string): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));

type Read = typeof fromCsv;
function changesNothing(files: readonly FileRecord[], lines: ReturnType<Read>): void {
  expect(lines.map(({ key }) => key)).toEqual(files.map(({ network, id }) => ({ network, id })));
  lines.forEach((line, at) => expect([changesOfLine(files[at]!, line), line.surplus]).toEqual([[], 0]));
}

describe('a table that was exported and brought back as it is', () => {
  test('changes nothing as CSV, whatever the files hold', () => {
    fc.assert(
      fc.property(anyFiles, (files) => changesNothing(files, fromCsv(saved(toCsv(files))))),
      RUNS,
    );
  });

  test('changes nothing as JSON, whatever the files hold', () => {
    fc.assert(
      fc.property(anyFiles, (files) => changesNothing(files, fromJson(saved(toJson(files))))),
      RUNS,
    );
  });

  test('changes nothing after a spreadsheet put a mark before it and other line ends into it', () => {
    const files = [aRecord({ keyvalues: [['a', '1']] })];
    changesNothing(files, fromCsv(`\ufeff${toCsv(files).replaceAll('\r\n', '\n')}`));
    changesNothing(files, fromJson(`\ufeff${toJson(files)}`));
  });

  // Excel saves with the list separator of the system: a semicolon where the decimal sign is a comma.
  test.each([';', '\t'])('changes nothing after a spreadsheet parted the cells by %j', (delimiter) => {
    const files = [
      aRecord({
        name: 'a,b;c\td.png',
        keyvalues: [
          ['a', '1,5'],
          ['b', '"x"'],
        ],
      }),
    ];
    const cells: string[][] = parse(toCsv(files));
    const quoted = (cell: string): string => (/[";,\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    changesNothing(files, fromCsv(cells.map((line) => line.map(quoted).join(delimiter)).join('\r\n')));
  });

  test('brings every well-formed value along in the same words', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const bare = { ...record, name: null, keyvalues: [] };
        const [line] = fromCsv(saved(toCsv([record])));
        const wanted = new Map(changesOfLine(bare, line!).map(({ field, mine }) => [field, mine]));
        for (const [key, value] of record.keyvalues) {
          if (key.isWellFormed()) expect(wanted.get(`key:${key}`)).toBe(value.toWellFormed());
        }
        expect(wanted.get('name') ?? null).toBe(record.name?.toWellFormed() ?? null);
      }),
      RUNS,
    );
  });
});

test('a line that a hand wrote names its file with a large network, and with blanks behind a comma', () => {
  const [table, list] = [
    fromCsv('network,id,name\nPrivate,f2,two\npublic, f3 ,three\nelsewhere,f4,four\n'),
    fromJson('[{"network":"Private","id":"f2"},{"id":" f3 "},{"network":7,"id":"f4"}]'),
  ];
  for (const lines of [table, list]) {
    expect(lines.map(({ key }) => key)).toEqual([
      { network: 'private', id: 'f2' },
      { network: 'public', id: 'f3' },
      null,
    ]);
  }
});

test('JSON brings every value along in the same words', () => {
  fc.assert(
    fc.property(anyRecord, (record) => {
      const [line] = fromJson(saved(toJson([record])));
      const wanted = changesOfLine({ ...record, name: null, keyvalues: [] }, line!);
      const all = [
        ...(record.name === null ? [] : [['name', record.name]]),
        ...record.keyvalues.map(([key, value]) => [`key:${key}`, value]),
      ];
      expect(new Map(wanted.map(({ field, mine }) => [field, mine]))).toEqual(new Map(all as [string, string][]));
    }),
    RUNS,
  );
});

test('no cell of a table begins with a sign that makes a spreadsheet run it', () => {
  fc.assert(
    fc.property(anyFiles, (files) => {
      const marked = files.map((file) => ({ ...file, cid: `=${file.cid}`, name: `@${file.name}` }));
      // Cells as anybody's CSV reader sees them, which our own reader has tests of its own for.
      const cells = toCsv(marked).match(/(?<=^|,|\r\n)("(?:[^"]|"")*"|[^",\r\n]*)/g) ?? [];
      for (const cell of cells) expect(cell.replace(/^"/, '')).not.toMatch(/^[=+\-@\t\r\n\0＝＋－＠]/);
    }),
    RUNS,
  );
});

const header = 'network,id,cid,name,key:a,key:b';
const only = (text: string) => {
  const [line] = fromCsv(`${header}\r\n${text}`);
  return line!;
};
const file = aRecord({
  name: 'n',
  keyvalues: [
    ['a', '1'],
    ['b', '2'],
  ],
});

describe('an edited line', () => {
  test('changes the cells that differ, and an empty cell removes the key', () => {
    expect(changesOfLine(file, only('public,f1,x,m,,2'))).toEqual([
      { field: 'name', base: 'n', mine: 'm' },
      { field: 'key:a', base: '1', mine: null },
    ]);
  });

  test('with a guard alone in a cell sets an empty value', () => {
    expect(changesOfLine(file, only("public,f1,x,n,',2"))).toEqual([{ field: 'key:a', base: '1', mine: '' }]);
  });

  test('that ends early leaves alone what it does not reach', () => {
    expect(changesOfLine(file, only('public,f1,x,n,9'))).toEqual([{ field: 'key:a', base: '1', mine: '9' }]);
  });

  test('with more cells than columns says so, unless they are empty', () => {
    expect([only('public,f1,x,n,1,2,three').surplus, only('public,f1,x,n,1,2,,').surplus]).toEqual([1, 0]);
  });

  test.each([['nowhere,f1,x,n,1,2'], ['public,../f1,x,n,1,2'], ['public,,x,n,1,2'], [',f1,x,n,1,2']])(
    'without a file that can be: %s',
    (text) => {
      expect(only(text).key).toBeNull();
    },
  );

  test('is called by its place in the table, blank lines counted', () => {
    const lines = fromCsv(`${header}\r\n\r\npublic,f1,x,"two\r\nlines",1,2\r\n,,,,,\r\npublic,f2,x,n,1,2\r\n`);
    expect(lines.map(({ line, key }) => [line, key?.id])).toEqual([
      [3, 'f1'],
      [5, 'f2'],
    ]);
  });
});

describe('columns', () => {
  test('that are not known, or are not there, change nothing', () => {
    const [line] = fromCsv('colour,id,size\r\nred,f1,7\r\n');
    expect([line!.key, line!.values.size]).toEqual([{ network: 'public', id: 'f1' }, 0]);
  });

  test('of our own may have blanks around them, those of keys keep theirs', () => {
    const [line] = fromCsv(' id , name ,key: a \r\nf1,m,1\r\n');
    expect([...line!.values]).toEqual([
      ['name', 'm'],
      ['key: a ', '1'],
    ]);
  });
});

describe('a column that stands twice', () => {
  test.each([
    ['id,name,name', 'name'],
    ['id,name, name ', 'name'],
    ['id,key:a,note,key:a', 'key:a'],
    ["id,'=x,key:=a,key:=a", 'key:=a'],
    ['id,name,id', 'id'],
    ['network,id,network', 'network'],
  ])('refuses the table, with its name: %s', (head, column) => {
    expect(refusalOf(`${head}\nf1,m,n,o`)).toEqual({ kind: 'repeatedColumn', column });
  });

  test('and is not read anyway, or differs by a blank of its key, is no matter', () => {
    expect(fromCsv('id,note,note,,,key:a,key:a \nf1,1,2,3,4,5,6')[0]!.values.size).toBe(2);
  });
});

function refusalOf(text: string): unknown {
  try {
    return fromCsv(text);
  } catch (error) {
    return error instanceof UnfitTextError ? error.why : error;
  }
}

describe('what is no such table', () => {
  test.each([
    ['name\r\nx\r\n', 'noIdColumn'],
    ['', 'noIdColumn'],
    ['id,name\r\nf1,"open', 'notCsv'],
  ])('%j', (text, kind) => {
    expect(() => fromCsv(text)).toThrow(UnfitTextError);
    expect(() => fromCsv(text)).toThrow(kind);
  });

  test.each([
    ['7', 'notJsonList'],
    ['[', 'notJson'],
    ['{\n  "id": "f1"\n}', 'notJsonLines'],
  ])('%s', (text, kind) => {
    expect(() => fromJson(text)).toThrow(UnfitTextError);
    expect(() => fromJson(text)).toThrow(kind);
  });
});

test('JSON Lines are read line by line, and a line that is none is listed with its place', () => {
  const lines = fromJson(
    '\ufeff{"network":"public","id":"f1","name":"m","size_bytes":7}\r\n\n{"id":"f2"\n{"id":"f3"}\n',
  );
  expect(lines.map(({ line, key, values }) => [line, key?.id ?? null, ...values])).toEqual([
    [1, 'f1', ['name', 'm']],
    [3, null],
    [4, 'f3'],
  ]);
});

describe('an edited JSON list', () => {
  const read = (item: unknown) => fromJson(JSON.stringify([item]))[0]!;

  test('removes a key only where it says null, and leaves alone what it does not mention', () => {
    const line = read({ network: 'public', id: 'f1', keyvalues: { a: null, c: 3 } });
    expect(changesOfLine(file, line)).toEqual([
      { field: 'key:a', base: '1', mine: null },
      { field: 'key:c', base: null, mine: '3' },
    ]);
  });

  test.each([
    ['text'],
    [{ id: 'f1', keyvalues: ['a'] }],
    [{ id: 'f1', name: 7 }],
    [{ network: 'x', id: 'f1' }],
    [null],
  ])('names the items that cannot be used: %j', (item) => {
    expect(read(item)).toMatchObject({ line: 1, key: null });
  });
});
