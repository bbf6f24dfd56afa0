import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bulkOperation } from '../../../src/domain/edits/bulk.ts';
import { stagedEdit } from '../../../src/domain/palette/staged-edit.ts';
import { anyText, RUNS } from '../arbitraries.ts';

const keys = ['tier', 'Tier level', 'artist'];
const set = (key: string, value: string) => ({ kind: 'setKey', key, value });

test('a known key and a value are an edit, the longest key first', () => {
  expect(stagedEdit('tier gold', keys, 12)).toEqual(set('tier', 'gold'));
  expect(stagedEdit('  tier level  3 ', keys, 12)).toEqual(set('Tier level', '3'));
  expect(stagedEdit('TIER gold leaf', keys, 1)).toEqual(set('tier', 'gold leaf'));
});

test('any key is one where a sign says so', () => {
  expect(stagedEdit('season=3', keys, 1)).toEqual(set('season', '3'));
  expect(stagedEdit('stage : final cut', keys, 1)).toEqual(set('stage', 'final cut'));
  expect(stagedEdit('a = b = c', keys, 1)).toEqual(set('a', 'b = c'));
});

test('many files are renamed by one name and a number', () => {
  const expected = { kind: 'numberNames', stem: 'court-', first: 1, digits: 3 };
  for (const words of ['rename to court-', 'Rename selection to court-', 'rename selected to court-'])
    expect(stagedEdit(words, keys, 12)).toEqual(expected);
});

test.for(['', 'tier', 'tier ', 'gold tier', 'rename', 'rename to', 'ipfs:bafk', '=gold', 'tier=', 'a\u0007=b'])(
  '"%s" is no edit',
  (words) => {
    expect(stagedEdit(words, keys, 12)).toBeNull();
  },
);

test('one file alone is not renamed by a number', () => {
  expect(stagedEdit('rename to court-', keys, 1)).toBeNull();
});

test('whatever is typed, an edit is one that the core takes', () => {
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      for (const words of [`${a}=${b}`, `tier ${a}`, `rename to ${a}`]) {
        const edit = stagedEdit(words, keys, 2);
        expect(edit === null || bulkOperation.safeParse(edit).success).toBe(true);
      }
    }),
    RUNS,
  );
});
