import { expect, test } from 'vitest';
import { countTicks, drawTape, shortTape } from '../../../src/domain/edits/tape.ts';

const ticksOf = (d: string): number => d.split('z').length - 1;

test('one tick is one file, with one path for each outcome', () => {
  const { paths, filesPerTick, heightPx } = drawTape('ooroo', { widthPx: 100, rowPx: 18, mostRows: 2 });
  expect(paths.map(({ outcome, d }) => [outcome, ticksOf(d)])).toEqual([
    ['onServer', 4],
    ['refused', 1],
  ]);
  expect([filesPerTick, heightPx]).toEqual([1, 18]);
});

test('a tape that is too long for a row takes a second one', () => {
  const { paths, filesPerTick, heightPx } = drawTape('o'.repeat(80), { widthPx: 100, rowPx: 18, mostRows: 2 });
  expect([ticksOf(paths[0]!.d), filesPerTick, heightPx]).toEqual([80, 1, 40]);
});

test('the ticks of every row begin at its left edge, below the row before', () => {
  const { paths } = drawTape('oooooo', { widthPx: 6, rowPx: 18, mostRows: 2 });
  const corners = [...paths[0]!.d.matchAll(/M([\d.]+)[ ,]([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  expect(corners.map(([x]) => x)).toEqual([0, 2, 4, 0, 2, 4]);
  const tops = corners.map(([, y = 0]) => y);
  expect([tops[1]! - tops[0]!, tops[3]! - tops[0]!]).toEqual([0, 22]);
});

test('there are never more ticks than pixels, and the most urgent of several files stands for them', () => {
  const { paths, filesPerTick } = drawTape(`${'o'.repeat(9_999)}n`, { widthPx: 100, rowPx: 18, mostRows: 2 });
  const ticks = paths.reduce((sum, { d }) => sum + ticksOf(d), 0);
  expect(filesPerTick).toBe(100);
  expect(ticks).toBeLessThanOrEqual(2 * 100);
  expect(paths.map(({ outcome }) => outcome)).toEqual(['onServer', 'needsYou']);
});

test('an empty tape and one without room are drawn without ticks', () => {
  expect(drawTape('', { widthPx: 100, rowPx: 18, mostRows: 2 }).paths).toEqual([]);
  expect(drawTape('oo', { widthPx: 0, rowPx: 18, mostRows: 2 }).paths).toHaveLength(1);
});

test('files are counted by outcome, and a letter that nobody knows is left out', () => {
  expect([...countTicks('oonrx')]).toEqual([
    ['onServer', 2],
    ['needsYou', 1],
    ['refused', 1],
  ]);
});

test('a tape with more files than ticks has several files in each, and shows the most urgent of them', () => {
  expect(shortTape('ooor', 4)).toEqual({ tape: 'ooor', filesPerTick: 1 });
  expect(shortTape('ooorooocoo', 4)).toEqual({ tape: 'orco', filesPerTick: 3 });
});

test('each outcome is drawn in a shape of its own, in its place and size', () => {
  const { paths } = drawTape('nrgswhcod', { widthPx: 30, rowPx: 10, mostRows: 1 });
  expect(paths.map(({ d }) => d)).toEqual([
    'M0 0h2.3v4h-2.3zM0 6h2.3v4h-2.3z',
    'M3.3 0h2.3v4h-2.3z',
    'M6.7 0h2.3v2h-2.3zM6.7 8h2.3v2h-2.3z',
    'M10 3h2.3v2h-2.3zM10 6h2.3v2h-2.3zM10 8h2.3v2h-2.3z',
    'M13.3 3h2.3v7h-2.3z',
    'M16.7 8h2.3v2h-2.3z',
    'M20 0h2.3v10h-2.3z',
    'M23.3 3h2.3v7h-2.3z',
    'M26.7 9h2.3v1h-2.3z',
  ]);
});

test('ticks are never wider than five pixels with their gap, nor narrower than one, nor lower', () => {
  expect(drawTape('o', { widthPx: 1_000, rowPx: 10, mostRows: 1 }).paths[0]?.d).toBe('M0 3h4v7h-4z');
  expect(drawTape('dd', { widthPx: 3, rowPx: 4, mostRows: 2 }).paths[0]?.d).toBe('M0 4h2v1h-2zM0 12h2v1h-2z');
  expect(drawTape('dd', { widthPx: 4, rowPx: 4, mostRows: 2 }).paths[0]?.d).toBe('M0 4h1v1h-1zM2 4h1v1h-1z');
});

test('several files share a tick only where all rows are full', () => {
  const size = { widthPx: 20, rowPx: 10, mostRows: 3 };
  const drawn = (files: number) => {
    const { filesPerTick, heightPx } = drawTape('o'.repeat(files), size);
    return [filesPerTick, heightPx];
  };
  expect([drawn(10), drawn(11), drawn(30), drawn(31)]).toEqual([
    [1, 10],
    [1, 24],
    [1, 38],
    [2, 38],
  ]);
});
