import { describe, expect, test } from 'vitest';
import {
  keysTurnedToText,
  mayLandOutOfOrder,
  outOfOrderRepairs,
  recentWrites,
} from '../../../src/domain/edits/late-landings.ts';
import type { FieldValue } from '../../../src/domain/files/field.ts';
import { aRecord } from '../builders.ts';

describe('a text "null" in place of a key', () => {
  const held = (value: string | null) => aRecord({ keyvalues: value === null ? [] : [['n', value]] });
  const sent = (mine: FieldValue, field: 'key:n' | 'name' = 'key:n') => [{ field, base: null, mine, steps: [] }];

  test('is what our removal left, where the key had another value before', () => {
    expect(keysTurnedToText(sent(null), held('old'), held('null'))).toEqual(['n']);
  });

  test.each<[string, FieldValue, string | null, string | null]>([
    ['a person wrote it', 'null', 'old', 'null'],
    ['the key is gone', null, 'old', null],
    ['the key stayed', null, 'old', 'old'],
    ['there was no key before', null, null, 'null'],
    ['it was there before', null, 'null', 'null'],
  ])('is none of ours where %s', (_why, mine, before, answered) => {
    expect(keysTurnedToText(sent(mine), held(before), held(answered))).toEqual([]);
  });

  test('is a name like any other in a name', () => {
    expect(keysTurnedToText(sent(null, 'name'), aRecord({ name: 'a' }), aRecord({ name: 'null' }))).toEqual([]);
  });
});

const attempt = (value: FieldValue) => ({ writes: [{ field: 'key:a' as const, value }] });
const record = (value: FieldValue) => aRecord({ keyvalues: value === null ? [] : [['a', value]] });

describe('repair', () => {
  const sent = [attempt('c'), attempt('b'), attempt('a')];
  const all = () => true;

  test.each<[FieldValue, unknown]>([
    ['c', []],
    ['b', [{ field: 'key:a', base: 'b', mine: 'c' }]],
    ['a', [{ field: 'key:a', base: 'a', mine: 'c' }]],
    ['theirs', []],
    [null, []],
  ])('when the service shows %j', (value, wanted) => {
    expect(outOfOrderRepairs(sent, record(value), all)).toEqual(wanted);
  });

  test('counts the newest value the service is known to have taken', () => {
    expect(outOfOrderRepairs(sent, record('a'), (one) => one !== sent[0])).toEqual([
      { field: 'key:a', base: 'a', mine: 'b' },
    ]);
    expect(outOfOrderRepairs(sent, record('a'), () => false)).toEqual([]);
  });

  test('counts a request that nobody is known to have taken, where it went out before the last decision', () => {
    const repairs = (isAfter: boolean) =>
      outOfOrderRepairs(
        [attempt('b')],
        record('b'),
        () => false,
        undefined,
        () => ({
          value: 'c',
          isAfter: () => isAfter,
        }),
      );
    expect(repairs(true)).toEqual([{ field: 'key:a', base: 'b', mine: 'c' }]);
    expect(repairs(false)).toEqual([]);
  });

  test('takes a value that came back once more than it was sent for somebody else’s', () => {
    const put = [{ field: 'key:a', base: 'b', mine: 'c' }];
    const repairs = (older: readonly ReturnType<typeof attempt>[], times: number) =>
      outOfOrderRepairs([attempt('c'), ...older], record('b'), all, () => times);
    expect(repairs([attempt('b')], 0)).toEqual(put);
    expect(repairs([attempt('b')], 1)).toEqual([]);
    expect(repairs([attempt('b'), attempt('b')], 1)).toEqual(put);
    expect(repairs([attempt('b'), attempt('b')], 2)).toEqual([]);
  });

  test('starts from what it wants where a removal of ours may have come late, so that it asks', () => {
    expect(outOfOrderRepairs([attempt('c'), attempt(null)], record(null), all)).toEqual([
      { field: 'key:a', base: 'c', mine: 'c' },
    ]);
  });

  test('asks about a value that an older request carried along, and as often as it was carried', () => {
    const older = { writes: [], carried: [{ field: 'key:a' as const, value: 'theirs' }] };
    const question = [{ field: 'key:a', base: 'c', mine: 'c' }];
    const repairs = (times: number) => outOfOrderRepairs([attempt('c'), older], record('theirs'), all, () => times);
    expect(repairs(0)).toEqual(question);
    expect(repairs(1)).toEqual([]);
    expect(outOfOrderRepairs([older, attempt('c')], record('theirs'), all)).toEqual([]);
  });

  test('finds nothing wrong where the newest value of ours was also an older one', () => {
    expect(outOfOrderRepairs([attempt('c'), attempt('b'), attempt('c')], record('c'), all)).toEqual([]);
  });

  test('never takes an absent key for a value of ours', () => {
    expect(recentWrites([attempt('c'), attempt(null)], 'key:a')).toEqual(new Set(['c']));
  });
});

describe('of requests with several fields', () => {
  const of = (a: FieldValue | undefined, b: FieldValue | undefined) => ({
    writes: [
      ...(a === undefined ? [] : [{ field: 'key:a' as const, value: a }]),
      ...(b === undefined ? [] : [{ field: 'key:b' as const, value: b }]),
    ],
  });
  const held = (a: string, b: string) =>
    aRecord({
      keyvalues: [
        ['a', a],
        ['b', b],
      ],
    });
  const all = (): boolean => true;

  test('each field is put right by itself', () => {
    const sent = [of('new', '2'), of('old', '1')];
    expect(outOfOrderRepairs(sent, held('old', '2'), all)).toEqual([{ field: 'key:a', base: 'old', mine: 'new' }]);
    expect(outOfOrderRepairs(sent, held('new', '1'), all)).toEqual([{ field: 'key:b', base: '1', mine: '2' }]);
    expect(outOfOrderRepairs(sent, held('1', '2'), all)).toEqual([]);
  });

  test('the newest value of a field is that of the newest request that wrote it', () => {
    const sent = [of(undefined, '2'), of('new', undefined), of('old', '1')];
    expect(outOfOrderRepairs(sent, held('old', '2'), all)).toEqual([{ field: 'key:a', base: 'old', mine: 'new' }]);
    expect(outOfOrderRepairs(sent, held('new', '2'), all)).toEqual([]);
  });

  test('two may land in the wrong order where one field differs', () => {
    expect(mayLandOutOfOrder([of('old', '1')], of('new', '1').writes)).toBe(true);
    expect(mayLandOutOfOrder([of('new', undefined)], of('new', '1').writes)).toBe(false);
    expect(mayLandOutOfOrder([], of('new', '1').writes)).toBe(false);
  });
});
