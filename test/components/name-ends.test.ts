import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameEnds } from '../../src/components/file/name-ends.ts';

test('a long name keeps its last letters, and a short one is whole', () => {
  expect(nameEnds('tidewater-atlas-sheet-09-harbour-final-v3.tif').end).toBe('final-v3.tif');
  expect(nameEnds('short.png')).toEqual({ start: 'short.png', end: '' });
});

test.each([
  ['an emoji of two halves', `${'a'.repeat(20)}😀23456789abc`],
  ['a family held together by joiners', `${'a'.repeat(20)}👩‍👩‍👧1234567890`],
  ['an accent of its own', `${'a'.repeat(20)}é23456789abc`],
  ['a letter and the joiner after it', `${'ا'.repeat(20)}\u200c23456789abc`],
  ['an ideograph and its variant', `${'葛'.repeat(20)}\u{e0100}3456789abc`],
])('the border never falls within %s', (_what, name) => {
  const { start, end } = nameEnds(name);
  expect(start + end).toBe(name);
  const letters = [...new Intl.Segmenter().segment(name)].map(({ index }) => index);
  expect(letters).toContain(start.length);
});

test('the two parts are always the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
      const { start, end } = nameEnds(name);
      expect(start + end).toBe(name);
    }),
  );
});
