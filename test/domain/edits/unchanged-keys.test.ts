import { describe, expect, test } from 'vitest';
import { IN_FLIGHT_WINDOW_MS, outOfOrderRepairs } from '../../../src/domain/edits/late-landings.ts';
import { withCarried, withOmissions } from '../../../src/domain/edits/unchanged-keys.ts';
import type { Field } from '../../../src/domain/files/field.ts';
import { aRecord } from '../builders.ts';

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

test('a key that was removed by leaving it out is a removal once', () => {
  const sent = [
    { writes: [{ field: 'key:a' as const, value: null }], body: '{"keyvalues":{"b":"1"}}' },
    { writes: [{ field: 'key:b' as const, value: '1' }], body: '{"keyvalues":{"a":"old","b":"1"}}' },
    { writes: [], body: '{"name":"n"}' },
  ];
  expect(withOmissions(sent).map(({ writes }) => writes)).toEqual([
    [{ field: 'key:a', value: null }],
    [{ field: 'key:b', value: '1' }],
    [],
  ]);
});

describe('the values that an older request carried along', () => {
  const sent = (field: Field, startedAtMs: number, keyvalues?: object) => ({
    writes: [{ field, value: 'mine' }],
    body: JSON.stringify({ keyvalues }),
    startedAtMs,
  });
  const carried = (...all: readonly ReturnType<typeof sent>[]) =>
    withCarried(all).map((one) => ('carried' in one ? one.carried : []));

  test('are those of keys that a newer one changed, as text', () => {
    const older = sent('key:b', 0, { a: 7, b: 'mine', other: 'x', __proto__: {} });
    expect(carried(sent('key:a', 9, { a: 'mine' }), older)).toEqual([[], [{ field: 'key:a', value: '7' }]]);
    expect(carried(older, sent('key:a', 0, { a: 'mine' }))).toEqual([[], []]);
  });

  test('are none where it changed the key itself, has no metadata, or left the key out', () => {
    const newer = sent('key:a', 9, { a: 'mine' });
    for (const older of [sent('key:a', 0, { a: 'x' }), sent('name', 0), sent('key:b', 0, { b: 'mine' })])
      expect(carried(newer, older)).toEqual([[], []]);
    expect(carried(sent('name', 9), sent('key:b', 0, { b: 'mine' }))).toEqual([[], []]);
  });

  test('count as long as it may still land', () => {
    const older = sent('key:b', 0, { a: 'x', b: 'mine' });
    const at = (startedAtMs: number) => carried(sent('key:a', startedAtMs, { a: 'mine' }), older)[1];
    expect(at(IN_FLIGHT_WINDOW_MS)).toHaveLength(1);
    expect(at(IN_FLIGHT_WINDOW_MS + 1)).toEqual([]);
  });
});
