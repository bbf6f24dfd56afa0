import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync('src/styles/tokens.css', 'utf8');
const tokens = new Map(
  [...css.matchAll(/--color-([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);
type Theme = 'light' | 'dark';

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(front: string, back: string, theme: Theme): number {
  const [a, b] = [front, back].map((name) => luminance(tokens.get(name)![theme]));
  return (Math.max(a!, b!) + 0.05) / (Math.min(a!, b!) + 0.05);
}

const grounds = ['bg', 'surface', 'raised', 'sunken', 'hover', 'select'];
const tones = ['pending', 'conflict', 'ok', 'failed', 'offline'];
const pairsOf = (fronts: readonly string[], backs: readonly string[]): [string, string][] =>
  fronts.flatMap((front) => backs.map((back): [string, string] => [front, back]));

const words = [
  ...pairsOf(['text', 'text-2', 'text-3', 'accent', 'private', ...tones], grounds),
  ...pairsOf(['text', 'text-2', 'accent'], [...tones.map((tone) => `${tone}-tint`), 'private-tint']),
  ...tones.map((tone): [string, string] => [tone, `${tone}-tint`]),
  ['private', 'private-tint'] as const,
  ...pairsOf(['on-accent'], ['accent', 'accent-hover']),
];
const shapes = pairsOf(
  ['control', 'focus', 'accent', ...tones.map((tone) => `${tone}-fill`)],
  ['bg', 'surface', 'raised'],
);

const tooFaint = (pairs: readonly (readonly [string, string])[], least: number): string[] =>
  pairs.flatMap(([front, back]) =>
    (['light', 'dark'] as const)
      .filter((theme) => contrast(front, back, theme) < least)
      .map((theme) => `${front} on ${back}, ${theme}: ${contrast(front, back, theme).toFixed(2)}`),
  );

test('every token has a colour for both themes', () => {
  expect([tokens.size, [...css.matchAll(/--color-/g)].length]).toEqual([32, 32]);
});

test('words can be read on every ground, in both themes', () => {
  expect(tooFaint(words, 4.5)).toEqual([]);
});

test('marks, borders and focus can be seen, in both themes', () => {
  expect(tooFaint(shapes, 3)).toEqual([]);
});
