import { describe, expect, test } from 'vitest';
import { keysTurnedToText } from '../../../src/domain/edits/late-landings.ts';
import type { FieldValue } from '../../../src/domain/files/field.ts';
import { aRecord } from '../builders.ts';

describe('a text "null" in place of a key', () => {
  const record = (value: string | null) => aRecord({ keyvalues: value === null ? [] : [['n', value]] });
  const sent = (mine: FieldValue, field: 'key:n' | 'name' = 'key:n') => [{ field, base: null, mine, steps: [] }];

  test('is what our removal left, where the key had another value before', () => {
    expect(keysTurnedToText(sent(null), record('old'), record('null'))).toEqual(['n']);
  });

  test.each<[string, FieldValue, string | null, string | null]>([
    ['a person wrote it', 'null', 'old', 'null'],
    ['the key is gone', null, 'old', null],
    ['the key stayed', null, 'old', 'old'],
    ['there was no key before', null, null, 'null'],
    ['it was there before', null, 'null', 'null'],
  ])('is none of ours where %s', (_why, mine, before, answered) => {
    expect(keysTurnedToText(sent(mine), record(before), record(answered))).toEqual([]);
  });

  test('is a name like any other in a name', () => {
    expect(keysTurnedToText(sent(null, 'name'), aRecord({ name: 'a' }), aRecord({ name: 'null' }))).toEqual([]);
  });
});
