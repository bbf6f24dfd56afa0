import { expect, test } from 'vitest';
import { filtersOf, moreFilters, refined } from '../../../src/state/keys/key-filters.ts';

test('a condition is chosen beside what was typed, and takes the place of the filters of the service', () => {
  const typed = refined(filtersOf(null), { name: 'ci', scope: 'pin', revoked: 'only' });

  const limited = refined(typed, { condition: 'limited' });

  expect(limited).toEqual({ ...filtersOf('limited'), name: 'ci', scope: 'pin' });
  expect(refined(limited, { condition: null })).toEqual({ ...filtersOf(null), name: 'ci', scope: 'pin' });
});

test('the filters of the service count as further filters, unless a condition chose them', () => {
  const combined = refined(filtersOf(null), { revoked: 'not', limitedUse: true, exhausted: true });

  expect(moreFilters(combined)).toBe(3);
  expect(moreFilters(filtersOf('exhausted'))).toBe(0);
});
