import { describe, expect, test } from 'vitest';
import { withOmissions } from '../../../src/domain/edits/late-landings.ts';
import { outOfOrderRepairs } from '../../../src/domain/edits/out-of-order-repairs.ts';
import type { FieldValue } from '../../../src/domain/files/field.ts';
import { aRecord } from '../builders.ts';

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

  test('puts back a name on which an older one lies that is "null": a name is never removed', () => {
    const named = (value: string) => ({ writes: [{ field: 'name' as const, value }] });
    expect(outOfOrderRepairs([named('c'), named('null')], aRecord({ name: 'null' }), all)).toEqual([
      { field: 'name', base: 'null', mine: 'c' },
    ]);
  });

  test('asks in the same way about the text "null", which a service may keep in place of a removed key', () => {
    expect(outOfOrderRepairs([attempt('c'), attempt(null)], record('null'), all)).toEqual([
      { field: 'key:a', base: 'c', mine: 'c' },
    ]);
    expect(outOfOrderRepairs([attempt('c'), attempt('b')], record('null'), all)).toEqual([]);
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
});

test('a repair knows that a whole map that lands late takes away what it does not carry', () => {
  const older = { writes: [{ field: 'key:b' as const, value: 'x' }], body: '{"keyvalues":{"b":"x"}}' };
  const newer = {
    writes: [{ field: 'key:a' as const, value: 'c' }],
    body: '{"name":"n","keyvalues":{"__proto__":"y","b":"x","a":"c"}}',
  };
  const named = { writes: [{ field: 'name' as const, value: 'n' }], body: '{"name":"n"}' };
  const whole = withOmissions([newer, older, named]);
  expect(whole.map(({ writes }) => writes)).toEqual([
    newer.writes,
    [...older.writes, { field: 'key:a', value: null }],
    named.writes,
  ]);
  expect(
    outOfOrderRepairs([newer, older], aRecord({ keyvalues: [] }), (one, field) => field === 'key:a' && one === newer),
  ).toEqual([]);
  expect(
    outOfOrderRepairs(whole, aRecord({ keyvalues: [] }), (one) => one.body === newer.body).filter(
      ({ field }) => field === 'key:a',
    ),
  ).toEqual([{ field: 'key:a', base: 'c', mine: 'c' }]);
});
