import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { casesIn, faultReport, titlePattern, verdictOf } from './cases.ts';

const root = join(import.meta.dirname, '../..');
const cases = casesIn(readFileSync(join(import.meta.dirname, 'CASES.md'), 'utf8'));

/** How many cases each kind of fault has. */
const KINDS = { N: 18, S: 24, A: 11, D: 15, K: 28, P: 10, C: 7, X: 10, M: 12, I: 11, U: 11 };

test('each fault stands in the table once', () => {
  const wanted = Object.entries(KINDS).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, at) => `${kind}${at + 1}`),
  );
  expect(cases.map(({ id }) => id)).toEqual(wanted);
});

test('each fault has a test that is there, or a reason why none is', () => {
  const untrue = cases.filter(({ test: one, reason }) => {
    if (one === null) return !/^(cannot occur|open): ./.test(reason ?? '');
    const path = join(root, one.file);
    return !existsSync(path) || !readFileSync(path, 'utf8').replaceAll("\\'", "'").includes(one.name);
  });
  expect(untrue).toEqual([]);
});

const one = { id: 'N1', fault: 'a reset', test: { file: 'test/a.test.ts', name: 'after %s (%i)' }, reason: null };
const ran = { file: 'test/a.test.ts', title: 'after a reset (500), once', hasPassed: true };

test('a case has passed when every test of its name has, and is not run without one', () => {
  expect(verdictOf(one, [ran])).toBe('passed');
  expect(verdictOf(one, [ran, { ...ran, hasPassed: false }])).toBe('failed');
  expect(verdictOf(one, [{ ...ran, file: 'test/b.test.ts' }])).toBe('not run');
  expect(verdictOf(one, [{ ...ran, title: 'long after a reset (500)' }])).toBe('not run');
  expect(verdictOf({ ...one, test: null, reason: 'cannot occur: never' }, [ran])).toBe('cannot occur');
  expect(verdictOf({ ...one, test: null, reason: 'open: nobody looked' }, [ran])).toBe('open');
});

test('signs of a name are only signs', () => {
  expect(titlePattern('a (b) [c] $').test('a (b) [c] $')).toBe(true);
  expect(titlePattern('from ${source}, in parts').test('from a list, in parts')).toBe(true);
  expect(titlePattern('a.b').test('axb')).toBe(false);
});

test('the report has a line for each fault, and a sum', () => {
  const report = faultReport([one, { ...one, id: 'N2', test: null, reason: 'open: later' }], [ran]);
  expect(report.split('\n').slice(2)).toEqual([
    '| N1 | a reset | after %s (%i) | passed |',
    '| N2 | a reset | open: later | open |',
    '',
    '1 passed, 1 open',
  ]);
});
