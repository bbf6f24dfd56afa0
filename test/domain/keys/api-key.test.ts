import { expect, test } from 'vitest';
import { keyId } from '../../../src/domain/core/ids.ts';
import { conditionOf, isExhausted, isLimited, useLimit } from '../../../src/domain/keys/api-key.ts';

test.each([null, 0, -1, -7])('max_uses %j means unlimited', (maxUses) => {
  expect([useLimit({ maxUses }), isLimited({ maxUses }), isExhausted({ maxUses, uses: 1e9 })]).toEqual([
    null,
    false,
    false,
  ]);
});

test.each([
  [3, null, false],
  [3, 0, false],
  [3, 2, false],
  [3, 3, true],
  [3, 4, true],
])('of %d uses, %j used: exhausted %s', (maxUses, uses, exhausted) => {
  expect([isLimited({ maxUses }), isExhausted({ maxUses, uses })]).toEqual([true, exhausted]);
});

test.each([
  [{ maxUses: null, uses: 5, revoked: false }, 'active'],
  [{ maxUses: 5, uses: 4, revoked: false }, 'limited'],
  [{ maxUses: 5, uses: 5, revoked: false }, 'exhausted'],
  [{ maxUses: 5, uses: 5, revoked: true }, 'revoked'],
  [{ maxUses: null, uses: null, revoked: true }, 'revoked'],
])('%j is %s', (key, condition) => {
  expect(conditionOf(key)).toBe(condition);
});

test('half a surrogate pair in an id reads as the database keeps it: no address could hold it', () => {
  const id = keyId.parse('a\ud800');
  expect([id, encodeURIComponent(id)]).toEqual(['a\ufffd', 'a%EF%BF%BD']);
  expect([keyId.safeParse('').success, keyId.safeParse('k'.repeat(201)).success]).toEqual([false, false]);
});
