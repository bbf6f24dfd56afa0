import { expect, test } from 'vitest';
import { jsonWeight, parseJsonOrNull } from '../../../src/domain/core/json-text.ts';

const bytesOf = (text: string): number => jsonWeight(text).bytes - 2 * text.length;

test('the memory of parsed JSON is reckoned from its parts, and what stands in a text is none', () => {
  expect(bytesOf('[{},{}]')).toBe(3 * 72 + 16);
  expect(bytesOf('{"a":1}')).toBe(72 + 24 + 120);
  expect(bytesOf('"{[,:\\"]}"')).toBe(24);
  expect(bytesOf('["\\\\",{}]')).toBe(2 * 72 + 24 + 16);
  expect(bytesOf('')).toBe(0);
});

test.each([
  ['', 0],
  ['7', 0],
  ['[1]', 1],
  ['[[],{}]', 2],
  ['{"a":[{"b":[]}],"c":[]}', 4],
  ['["[[[","\\"[[[",[]]', 2],
  ['[[[', 3],
])('the levels of %s are %i, and what stands in a text is none', (text, levels) => {
  expect(jsonWeight(text).levels).toBe(levels);
});

test.each(['1.0', '1e3', '1E3', '-0', '1234567890123456', '0.5', '[{"a":"\\"","b":-0.0}]', '[1,2.5]'])(
  'a number of %s may read otherwise when it is written again',
  (text) => {
    expect(jsonWeight(text).hasOtherNumbers).toBe(true);
  },
);

test.each(['0', '-1', '123456789012345', '[true,false,null]', '{"1.0":"1e3 -0","b":[10,-20]}', '"\\\\\\"1.0"', '"1.0'])(
  'no number of %s reads otherwise when it is written again',
  (text) => {
    expect(jsonWeight(text).hasOtherNumbers).toBe(false);
  },
);

test('JSON whose numbers keep their source takes more for each value', () => {
  const { bytes, exactBytes } = jsonWeight('[{"a":1,"b":[]},"c"]');
  expect(exactBytes).toBe(bytes + 250 * 5);
});

test('an edited table of the largest kind is far from the memory that a text may take', () => {
  const file = JSON.stringify({ id: 'x'.repeat(36), keyvalues: { artist: 'somebody', year: '1999' } });
  expect(jsonWeight(`[${Array.from({ length: 200 }, () => file).join(',')}]`).bytes).toBeLessThan(
    700_000_000 / 1_000 / 2,
  );
});

test('text that is no JSON is null', () => {
  expect([parseJsonOrNull('{'), parseJsonOrNull('[1]')]).toEqual([null, [1]]);
});
