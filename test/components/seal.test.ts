import { expect, test } from 'vitest';
import { sealPaths } from '../../src/components/file/seal.ts';

const row = { from: 0, to: 7, barPx: 3, gapPx: 1, heightPx: 14 };
const cid = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy';

test('a seal has a bar for each place, none taller than the drawing and none of no height', () => {
  const { ink, accent } = sealPaths(cid, row);
  const bars = [...`${ink}${accent}`.matchAll(/M([\d.]+) ([\d.]+)h3v([\d.]+)h-3z/g)];
  expect(bars.map(([, left]) => Number(left)).toSorted((a, b) => a - b)).toEqual([0, 4, 8, 12, 16, 20, 24]);
  for (const [, , top, tall] of bars) {
    expect(Number(top) + Number(tall)).toBeCloseTo(14);
    expect(Number(tall)).toBeGreaterThan(1);
  }
});

test('the bars of a row are those of the same places in the whole seal', () => {
  const whole = sealPaths(cid, { ...row, to: 32 });
  const part = sealPaths(cid, row);
  expect(whole.ink.startsWith(part.ink)).toBe(true);
  expect(whole.accent.startsWith(part.accent)).toBe(true);
});

test('the same content has the same seal as version 0 and version 1', () => {
  const version0 = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG';
  const version1 = 'bafybeie5nqv6kd3qnfjupgvz34woh3oksc3iau6abmyajn7qvtf6d2ho34';
  expect(sealPaths(version0, row)).toEqual(sealPaths(version1, row));
});
