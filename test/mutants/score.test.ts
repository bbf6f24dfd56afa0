import { describe, expect, test } from 'vitest';
import { isSampled } from './sample.ts';
import { intervalOf, scoreTable, survivorTable, type TriedMutant } from './score.ts';

const ids = Array.from({ length: 20_000 }, (_, id) => String(id));

describe('a sample of mutants', () => {
  test('takes its part, and the same one each time', () => {
    const taken = ids.filter((id) => isSampled(id, { part: 0.1, seed: 1 }));
    expect(taken.length).toBeGreaterThan(1_800);
    expect(taken.length).toBeLessThan(2_200);
    expect(ids.filter((id) => isSampled(id, { part: 0.1, seed: 1 }))).toEqual(taken);
    expect(ids.filter((id) => isSampled(id, { part: 0.1, seed: 2 }))).not.toEqual(taken);
  });

  test('of the whole leaves none out', () => {
    expect(ids.every((id) => isSampled(id, { part: 1, seed: 1 }))).toBe(true);
  });
});

describe('the interval of a part', () => {
  // Published values of the score interval: Newcombe, Statistics in Medicine 17 (1998), table I.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i is the published one', (noticed, tried, low, high) => {
    const interval = intervalOf(noticed, tried);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });
});

const mutant = (fileName: string, line: number, isNoticed: boolean): TriedMutant => ({
  ...{ fileName: `/home/${fileName}`, line, isNoticed },
  ...{ mutatorName: 'EqualityOperator', replacement: 'a |\n  b' },
});

describe('the tables', () => {
  const tried = [mutant('sync/b.ts', 10, false), mutant('sync/b.ts', 9, false), mutant('edits/a.ts', 1, true)];

  test('give each room that was looked at a row', () => {
    const table = scoreTable(tried, ['edits', 'sync', 'remote'], '/home');
    expect(table.split('\n').slice(2)).toEqual([
      '| edits | 1 | 1 | 100.0 % | 20.7 % to 100.0 % |',
      '| sync | 2 | 0 | 0.0 % | 0.0 % to 65.8 % |',
      '| all | 3 | 1 | 33.3 % | 6.1 % to 79.2 % |',
    ]);
  });

  test('list what no test noticed, in the order of the lines', () => {
    expect(survivorTable(tried, '/home').split('\n').slice(2)).toEqual([
      '| sync/b.ts:9 | EqualityOperator | `a \\| b` |',
      '| sync/b.ts:10 | EqualityOperator | `a \\| b` |',
    ]);
    expect(survivorTable([mutant('edits/a.ts', 1, true)], '/home')).toBe('Every one was noticed.');
  });
});
