import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { guarded, unguarded } from '../../../src/domain/core/csv.ts';
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
