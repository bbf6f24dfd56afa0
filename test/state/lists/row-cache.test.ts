import { expect, test } from 'vitest';
import { RowCache } from '../../../src/state/lists/row-cache.ts';

const rowsOf = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, row) => `row ${from + row}`);

test('tells which blocks of a range have not arrived', () => {
  const cache = new RowCache<string>();
  cache.put(100, rowsOf(100, 200));
  expect([cache.missing(-20, 450), cache.missing(150, 250), cache.at(299), cache.at(300)]).toEqual([
    [0, 300, 400],
    [],
    'row 299',
    undefined,
  ]);
});

test('lists what has arrived in the order of the list, not of arrival', () => {
  const cache = new RowCache<string>();
  cache.put(200, rowsOf(200, 1));
  cache.put(0, rowsOf(0, 2));
  expect([...cache.entries()]).toEqual([
    [0, 'row 0'],
    [1, 'row 1'],
    [200, 'row 200'],
  ]);
});

test('lets the block go that arrived first when there would be more than it keeps', () => {
  const cache = new RowCache<string>(2);
  for (const from of [100, 0, 200]) cache.put(from, rowsOf(from, 100));
  expect([cache.missing(0, 300), cache.at(0)]).toEqual([[100], 'row 0']);
});

test('keeps the blocks that are looked at, and lets the one go that nobody has looked at for longest', () => {
  const cache = new RowCache<string>(3);
  for (const from of [0, 500, 900]) cache.put(from, rowsOf(from, 100));
  expect(cache.missing(60, 160)).toEqual([100]);
  cache.put(100, rowsOf(100, 100));
  expect([cache.at(60), cache.at(500), cache.at(900)]).toEqual(['row 60', undefined, 'row 900']);
});
