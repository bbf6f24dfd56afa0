import { describe, expect, test } from 'vitest';
import { coalesced } from '../../../src/domain/edits/coalesce.ts';
import {
  IN_FLIGHT_WINDOW_MS,
  mayLandOutOfOrder,
  recentWrites,
  withCarried,
  withOmissions,
} from '../../../src/domain/edits/late-landings.ts';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import type { Field, FieldValue } from '../../../src/domain/files/field.ts';
import { aChange, editAt } from '../builders.ts';

const attempt = (value: FieldValue, seqs: readonly number[] = [], field: Field = 'key:a') => ({
  writes: [{ field, value }],
  editIds: seqs.map(editAt),
});

describe('own recent writes below a change', () => {
  const onKey = (seq: number, base: FieldValue, mine: FieldValue) => aChange(seq, base, mine, 'queued', 'key:a');
  const own = (attempts: readonly ReturnType<typeof attempt>[], steps: readonly FieldChange[], kept = steps) =>
    coalesced(steps).map((change) =>
      recentWrites(attempts, change, (id) => {
        const changes = kept.filter(({ editId }) => editId === id);
        return changes.length === 0 ? null : { seq: changes[0]?.seq ?? 0, changes };
      }),
    )[0];

  test('are the values of older requests, also of edits that are no longer kept', () => {
    expect(own([attempt('c', [2]), attempt('b', [1])], [onKey(2, 'b', 'c')])).toEqual(['c', 'b']);
    expect(own([attempt('c', [2], 'key:b')], [onKey(2, 'b', 'c')])).toEqual([]);
  });

  test('leave out the value of a newer edit of the field, which an older one must not overwrite unasked', () => {
    const [older, newer] = [onKey(1, 'a', 'b'), onKey(2, 'a', 'c')];
    expect(own([attempt('c', [2])], [older], [older, newer])).toEqual([]);
    const elsewhere = aChange(2, 'x', 'y', 'queued', 'key:b');
    expect(own([attempt('c', [1, 2])], [older], [older, elsewhere])).toEqual(['c']);
  });

  test('leave an absent key out, which looks the same whoever removed it', () => {
    expect(own([attempt('b', [1]), attempt(null, [1])], [onKey(1, 'a', 'b')])).toEqual(['b']);
  });

  test('hold the text "null" where a step that removes the key went out', () => {
    const removal = onKey(2, 'b', null);
    expect(own([attempt(null, [2])], [removal])).toEqual(['null']);
    expect(own([attempt(null, [1])], [removal])).toEqual([]);
    expect(own([attempt('c', [2])], [removal])).toEqual(['c']);
    expect(own([attempt(null, [2], 'key:b')], [removal])).toEqual([]);
    expect(own([attempt(null, [2])], [onKey(2, 'b', 'c')])).toEqual([]);
  });
});

test('two requests may land in the wrong order where one field differs', () => {
  const [old, both] = [
    [attempt('old'), attempt('1', [], 'key:b')],
    [...attempt('new').writes, ...attempt('1', [], 'key:b').writes],
  ];
  expect(mayLandOutOfOrder(old, both)).toBe(true);
  expect(mayLandOutOfOrder([attempt('new')], both)).toBe(false);
  expect(mayLandOutOfOrder([], both)).toBe(false);
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
