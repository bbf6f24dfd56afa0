import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { csvCell, csvDelimiter, csvLine, guarded, unguarded } from '../../../src/domain/core/csv.ts';
import { anyText, RUNS } from '../arbitraries.ts';

vi.setConfig({ testTimeout: 60_000 });

const signs = ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠'];
const anyCell = fc.oneof(
  anyText,
  fc.tuple(fc.constantFrom("'", ...signs), anyText).map((parts) => parts.join('')),
);

describe('a guarded cell', () => {
  test('gives back exactly what was guarded', () => {
    fc.assert(
      fc.property(anyCell, (text) => {
        expect(unguarded(guarded(text))).toBe(text);
      }),
      RUNS,
    );
  });

  test('never begins with a sign that makes a spreadsheet run it, and is never empty', () => {
    fc.assert(
      fc.property(anyCell, (text) => {
        expect(signs).not.toContain([...guarded(text)][0]);
        expect(guarded(text)).not.toBe('');
      }),
      RUNS,
    );
  });

  test('means one text only: no two texts are guarded alike', () => {
    fc.assert(
      fc.property(anyCell, anyCell, (a, b) => {
        expect(guarded(a) === guarded(b)).toBe(a === b);
      }),
      RUNS,
    );
  });

  test('keeps what a person typed: an apostrophe that guards nothing stays', () => {
    expect([unguarded("'tis"), unguarded('plain'), unguarded('=1')]).toEqual(["'tis", 'plain', '=1']);
    expect([guarded('plain'), guarded('=1'), guarded(''), guarded("'tis")]).toEqual(['plain', "'=1", "'", "''tis"]);
  });
});

/**
 * The lines of a table as LibreOffice Calc takes them apart when nobody changes its dialog: at commas, semicolons and tabs
 * (officecfg, `Calc.xcs`, `CSVImport/Separators`), with quotation marks that count at the beginning of a cell.
 */
function takenApart(table: string): readonly (readonly string[])[] {
  const cell = /(?:"((?:[^"]|"")*)"|([^,;\t\r\n]*))([,;\t]|\r\n|\n|$)/gy;
  const lines: string[][] = [[]];
  for (const [, inQuotes, plain = '', end] of table.matchAll(cell)) {
    lines.at(-1)?.push(inQuotes?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n' || end === '\n') lines.push([]);
    if (end === '') break;
  }
  return lines;
}

describe('a line of a table', () => {
  test('has the same cells in a program that parts at semicolons and tabs too', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyCell, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), (rows) => {
        const table = rows.map((row) => csvLine(row.map(csvCell))).join('');
        expect(takenApart(table)).toEqual([...rows.map((row) => row.map(guarded)), ['']]);
      }),
      RUNS,
    );
  });

  test('hides no formula behind a semicolon or a tab, where it would stand in a cell of its own', () => {
    const line = csvLine(['a;=1+1', 'b\t@SUM(A1)', 'plain'].map(csvCell));
    expect(takenApart(line)[0]).toEqual(['a;=1+1', 'b\t@SUM(A1)', 'plain']);
    expect(line).toBe('"a;=1+1","b\t@SUM(A1)",plain\r\n');
  });
});

describe('the delimiter of a table', () => {
  test.each([
    [',', 'network,id,name\r\npublic,1,a;b'],
    [';', 'network;id;key:a,b\r\npublic;1;2,5'],
    ['\t', '\uFEFF\r\n network\tid\tname;x'],
    [';', '"of, ""two"" kinds\n";id'],
    [',', 'id\na;b'],
    [',', '"never closed;id'],
    [',', ''],
  ])('is %j where the first line outside quotes has it first: %j', (delimiter, text) => {
    expect(csvDelimiter(text)).toBe(delimiter);
  });

  test('is found at once in a text of one endless line', () => {
    expect(csvDelimiter('a'.repeat(5_000_000))).toBe(',');
  });
});
