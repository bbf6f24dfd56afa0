import { describe, expect, test } from 'vitest';
import { isReplacedByOthers, remoteFieldChanges } from '../../../src/domain/edits/remote-change.ts';
import type { Field } from '../../../src/domain/files/field.ts';
import type { Pairs } from '../../../src/domain/files/file.ts';
import { aChange, aFile } from '../../support/builders.ts';

test('a field is told with what was there before, and without it where an update of ours had written that', () => {
  const before = aFile({
    name: 'old',
    keyvalues: [
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
      ['d', '4'],
    ],
  });
  const after = aFile({
    name: 'new',
    keyvalues: [
      ['d', '4'],
      ['c', 'ours'],
      ['e', '5'],
      ['b', 'theirs'],
    ],
  });
  const recent = [
    {
      writes: [
        { field: 'key:c', value: 'ours' },
        { field: 'key:b', value: '2' },
      ],
    },
  ] as const;
  expect(remoteFieldChanges(before, after, recent)).toEqual([
    { field: 'name', value: 'new', before: 'old' },
    { field: 'key:a', value: null, before: '1' },
    { field: 'key:b', value: 'theirs' },
    { field: 'key:e', value: '5', before: null },
  ]);
});

test('each pair of a record is read a fixed number of times, however many there are', () => {
  let reads = 0;
  const counting = (value: (at: number) => string): Pairs =>
    new Proxy(
      Array.from({ length: 2_000 }, (_, at) => [`key ${at}`, value(at)] as const),
      {
        get: (pairs, name, receiver) => {
          if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
          return Reflect.get(pairs, name, receiver) as unknown;
        },
      },
    ) as unknown as Pairs;
  const [before, after] = [aFile({ keyvalues: counting((at) => `${at}`) }), aFile({ keyvalues: counting(() => 'x') })];
  expect(remoteFieldChanges(before, after, [])).toHaveLength(2_000);
  expect(reads).toBeLessThan(10_000);
});

test('what an update of ours removed is not told, and a key that somebody adds after it was not there before', () => {
  const recent = [{ writes: [{ field: 'key:a', value: null }] }, { writes: [{ field: 'key:b', value: 'x' }] }] as const;
  const [with1, without1, with2] = [
    aFile({ keyvalues: [['a', '1']] }),
    aFile({ keyvalues: [] }),
    aFile({ keyvalues: [['a', '2']] }),
  ];
  expect(remoteFieldChanges(with1, without1, recent)).toEqual([]);
  expect(remoteFieldChanges(without1, with2, recent)).toEqual([{ field: 'key:a', value: '2', before: null }]);
});

test('every value that recent requests of ours wrote counts, and of a key that stands twice the first', () => {
  const recent = ['x', 'y'].map((value) => ({ writes: [{ field: 'key:a' as const, value }] }));
  const before = aFile({
    keyvalues: [
      ['a', 'x'],
      ['a', 'z'],
    ],
  });
  expect(
    remoteFieldChanges(
      before,
      aFile({
        keyvalues: [
          ['a', 'y'],
          ['a', 'q'],
        ],
      }),
      recent,
    ),
  ).toEqual([]);
  expect(
    remoteFieldChanges(
      before,
      aFile({
        keyvalues: [
          ['a', 'z'],
          ['a', 'x'],
        ],
      }),
      recent,
    ),
  ).toEqual([{ field: 'key:a', value: 'z' }]);
});

test('a field that the service saved in another spelling of ours was changed by nobody else', () => {
  const [before, trimmed] = [aFile({ name: 'old' }), aFile({ name: 'ours' })];
  const recent = [{ writes: [{ field: 'name' as const, value: 'ours ' }] }];
  expect(remoteFieldChanges(before, trimmed, recent)).toEqual([]);
  expect(remoteFieldChanges(trimmed, aFile({ name: 'theirs' }), recent)).toEqual([{ field: 'name', value: 'theirs' }]);
  expect(remoteFieldChanges(before, aFile({ name: 'our s' }), recent)).toHaveLength(1);
});

describe('a value written down elsewhere', () => {
  const seen = (value: string | null, field: Field = 'name') => ({ field, value, atMs: 1, isGoneAfterUpdate: false });
  const observed = [seen('third'), seen('other', 'key:a'), seen('second'), seen('second'), seen('first')];
  const place = { field: 'name' as const, current: 'third', kept: [] };
  const sent = (mine: string) => aChange({ mine, status: 'settled', settlement: 'applied' });

  test.each(['first', 'second'])('is replaced by others where they wrote over it: %s', (value) => {
    expect(isReplacedByOthers(value, observed, place)).toBe(true);
  });

  test.each(['third', 'other', 'new', null])('is not where it stands, or never stood in the field: %s', (value) => {
    expect(isReplacedByOthers(value, observed, place)).toBe(false);
  });

  test.each([
    ['put it there before', sent('ours')],
    [
      'was saved in that spelling',
      aChange({ mine: 'ours ', status: 'settled', settlement: 'savedAs', server: 'ours' }),
    ],
    ['was given up for theirs', aChange({ mine: 'ours', status: 'discarded' })],
  ])('is where an edit of ours %s', (_how, one) => {
    expect(isReplacedByOthers('ours', observed, { ...place, kept: [one] })).toBe(true);
  });

  test.each([
    ['waits', aChange({ mine: 'ours' })],
    ['was typed over theirs and given up', aChange({ base: 'third', mine: 'ours', status: 'discarded' })],
    ['was about another field', aChange({ field: 'key:a', mine: 'ours', status: 'settled', settlement: 'applied' })],
    ['sent another value', sent('other')],
  ])('is not where an edit of ours %s', (_how, one) => {
    expect(isReplacedByOthers('ours', observed, { ...place, kept: [one] })).toBe(false);
  });

  test.each([
    ['theirs', 'third', false],
    ['what they wrote over', 'second', true],
  ])('that was typed over an own value, which was typed over %s, and both given up', (_what, base, isReplaced) => {
    const below = aChange({ base, mine: 'own', status: 'discarded' });
    const onTop = aChange({ seq: 2, base: 'own', mine: 'ours', status: 'discarded' });
    expect(isReplacedByOthers('ours', observed, { ...place, kept: [below, onTop] })).toBe(isReplaced);
  });

  test('is not where it is what the service holds, though it stood there before as well', () => {
    const back = [seen('first'), ...observed];
    expect(isReplacedByOthers('first', back, { ...place, current: 'first' })).toBe(false);
    expect(isReplacedByOthers('first', back, { ...place, current: 'first', kept: [sent('first')] })).toBe(false);
  });

  test('is not where the service holds an own value, or the history knows nothing', () => {
    expect(isReplacedByOthers('first', observed, { ...place, current: 'ours' })).toBe(false);
    expect(isReplacedByOthers('first', [], { ...place, kept: [sent('first')] })).toBe(false);
  });
});
