import { expect, test } from 'vitest';
import { limitFor, type RefusedFile, remedied, RemedyTally } from '../../../src/domain/edits/remedy.ts';
import { keyField } from '../../../src/domain/files/field.ts';
import { noLimits } from '../../../src/domain/service/service-limits.ts';
import { aRecord } from '../builders.ts';

const refusedFile = (
  keyvalues: readonly [string, string][],
  wanted: readonly [string, string | null][],
): RefusedFile => {
  const record = aRecord({ keyvalues: [...keyvalues] });
  const changes = wanted.map(([key, mine]) => ({ field: keyField(key), base: null, mine }));
  return { mirrored: record, shown: record, wanted: changes };
};

const had: [string, string][] = [
  ['note', 'x'],
  ['empty', ''],
];

test('a key that goes makes room for what was refused, in one update', () => {
  expect(remedied(refusedFile(had, [['tier', 'gold']]), { kind: 'makeRoom', key: 'note' })).toEqual([
    { field: 'key:tier', base: null, mine: 'gold' },
    { field: 'key:note', base: 'x', mine: null },
  ]);
});

test('a value goes into another key, and what was refused beside it stays where it is', () => {
  const file = refusedFile(had, [
    ['tier', 'gold'],
    ['colour', 'red'],
  ]);
  expect(remedied(file, { kind: 'otherKey', from: 'tier', into: 'note' })).toEqual([
    { field: 'key:note', base: 'x', mine: 'gold' },
    { field: 'key:colour', base: null, mine: 'red' },
  ]);
});

test('nothing is asked for in a file that the remedy does not fit', () => {
  const file = refusedFile(had, [['tier', 'gold']]);
  expect(remedied(file, { kind: 'makeRoom', key: 'gone' })).toEqual([]);
  expect(remedied(file, { kind: 'otherKey', from: 'colour', into: 'note' })).toEqual([]);
  expect(remedied(file, { kind: 'otherKey', from: 'tier', into: 'gone' })).toEqual([]);
  const own = refusedFile(had, [['note', 'y']]);
  expect(remedied(own, { kind: 'makeRoom', key: 'note' })).toEqual([]);
});

test('a refused removal has no value for another key, which stays as it is', () => {
  const file = refusedFile(
    [...had, ['tier', 'gold']],
    [
      ['tier', null],
      ['colour', 'red'],
    ],
  );
  expect(remedied(file, { kind: 'otherKey', from: 'tier', into: 'note' })).toEqual([]);
});

test('a key that has the value already is not written again', () => {
  const file = refusedFile(had, [['tier', 'x']]);
  expect(remedied(file, { kind: 'otherKey', from: 'tier', into: 'note' })).toEqual([]);
});

test('keys to choose of are the most common first, then the emptiest, then by name', () => {
  const tally = new RemedyTally();
  const common: [string, string] = ['common', 'x'];
  tally.add(refusedFile([['b', 'x'], common, ['a', 'x'], ['void', '']], [['tier', 'gold']]));
  tally.add(
    refusedFile(
      [common, ['tier', 'old']],
      [
        ['tier', 'gold'],
        ['level', null],
      ],
    ),
  );
  expect(tally.choices()).toEqual({
    files: 2,
    sets: [{ key: 'tier', value: 'gold' }],
    keys: [
      { key: 'common', files: 2, empty: 0 },
      { key: 'void', files: 1, empty: 1 },
      { key: 'a', files: 1, empty: 0 },
      { key: 'b', files: 1, empty: 0 },
    ],
  });
  tally.add(refusedFile([], [['tier', 'silver']]));
  expect(tally.choices().sets).toEqual([{ key: 'tier', value: null }]);
});

test('values that differ between files stay different, whatever the next file has', () => {
  const tally = new RemedyTally();
  for (const tier of ['gold', 'silver', 'gold']) tally.add(refusedFile([], [['tier', tier]]));
  expect(tally.choices()).toEqual({ files: 3, sets: [{ key: 'tier', value: null }], keys: [] });
});

test('the value of a name is no key to choose of, and no more than fifty keys are', () => {
  const tally = new RemedyTally();
  const keys = Array.from({ length: 60 }, (_, at): [string, string] => [`key ${at}`, 'x']);
  tally.add({ ...refusedFile(keys, []), wanted: [{ field: 'name', base: null, mine: 'new' }] });
  expect(tally.choices().sets).toEqual([]);
  expect(tally.choices().keys).toHaveLength(50);
});

test('a remedy may run into another limit, which is told from the record on the service', () => {
  const limits = { ...noLimits, refused: { ...noLimits.refused, pairs: 3, value: 5 } };
  const file = refusedFile(had, []);
  const wanted = (key: string, mine: string | null) => ({ field: keyField(key), mine });
  expect(limitFor(file, [wanted('tier', 'gold')], limits)).toBe('pairs');
  expect(limitFor(file, [wanted('tier', 'gold'), wanted('note', null)], limits)).toBeNull();
  expect(limitFor(file, [wanted('note', 'longer')], limits)).toBe('value');
  expect(limitFor(file, [], limits)).toBeNull();
});
