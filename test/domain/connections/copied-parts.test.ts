import { expect, test } from 'vitest';
import {
  copiedNetworks,
  copiedParts,
  everyPart,
  partsAdded,
  partsLeftOut,
  withPart,
} from '../../../src/domain/connections/copied-parts.ts';

test('a connection copies at least one part', () => {
  expect(copiedParts.safeParse([]).success).toBe(false);
  expect(copiedParts.safeParse(['elsewhere']).success).toBe(false);
  expect(withPart(['keys'], 'keys', false)).toBeNull();
  expect(withPart(['keys', 'public'], 'keys', false)).toEqual(['public']);
  expect(withPart(['keys'], 'public', true)).toEqual(['public', 'keys']);
});

test('what is copied and what is left out are the whole', () => {
  expect([copiedNetworks({ copiedParts: everyPart }), partsLeftOut({ copiedParts: everyPart })]).toEqual([
    ['public', 'private'],
    [],
  ]);
  expect([copiedNetworks({ copiedParts: ['keys'] }), partsLeftOut({ copiedParts: ['keys'] })]).toEqual([
    [],
    ['public', 'private'],
  ]);
});

test('only what was left out before is added', () => {
  expect(partsAdded({ copiedParts: ['public'] }, { copiedParts: ['keys', 'public'] })).toEqual(['keys']);
  expect(partsAdded({ copiedParts: everyPart }, { copiedParts: ['keys'] })).toEqual([]);
});
