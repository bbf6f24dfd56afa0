import { expect, test } from 'vitest';
import { fromJson } from '../../../electron/sync/bulk/table-format.ts';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const file = (id: string, levels: number): string => `{"id":"${id}","keyvalues":{"a":${nested(levels)}}}`;

test('a JSON list is read down to 1,000 levels, and refused below them', () => {
  const [line] = fromJson(`[${file('f1', 997)}]`);
  expect(line!.values.get('key:a')).toBe(nested(997));
  expect(() => fromJson(`[${file('f1', 998)}]`)).toThrow('tooDeep');
});

test.each([
  ['brackets', nested(5_000)],
  ['open brackets', '['.repeat(1_000_000)],
  ['braces', `[${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}]`],
])('thousands of %s are refused for their depth before anything runs through them', (_what, text) => {
  expect(() => fromJson(text)).toThrow('tooDeep');
});

test('a line of JSON Lines that is too deep cannot be used, and the others can', () => {
  const deep = file('f2', 5_000);
  const lines = fromJson([file('f1', 2), deep, '{"id":"open","a":'.repeat(5_000), file('f3', 997)].join('\n'));
  expect(lines.map(({ line, key }) => [line, key?.id ?? null])).toEqual([
    [1, 'f1'],
    [2, null],
    [3, null],
    [4, 'f3'],
  ]);
  expect(lines[1]!.text).toBe(deep.slice(0, 200));
});
