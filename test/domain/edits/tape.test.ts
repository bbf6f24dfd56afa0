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
