import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type GuideBlock,
  guideBlocks,
  type GuideLine,
  guideLine,
  type GuideSpan,
} from '../../../src/domain/guide/guide-text.ts';
import { shortcutIds, shortcutOf } from '../../../src/domain/keyboard/shortcuts.ts';

test('a line is read with its marks', () => {
  expect(guideLine('Press `F2`, **now** or *later*, see [keys](09-keyboard.md).')).toEqual([
    { kind: 'text', text: 'Press ' },
    { kind: 'code', text: 'F2' },
    { kind: 'text', text: ', ' },
    { kind: 'strong', text: 'now' },
    { kind: 'text', text: ' or ' },
    { kind: 'emphasis', text: 'later' },
    { kind: 'text', text: ', see ' },
    { kind: 'link', text: 'keys', target: '09-keyboard.md' },
    { kind: 'text', text: '.' },
  ]);
});

test('a page is read as titles, paragraphs, lists, tables and pictures', () => {
  const page =
    '# Title\n\nOne\nparagraph.\n\n1. first\n2. second,\n   longer\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\n![about](a.png)\n';
  const text = (words: string) => [{ kind: 'text', text: words }];
  expect(guideBlocks(page)).toEqual([
    { kind: 'title', line: text('Title') },
    { kind: 'paragraph', line: text('One paragraph.') },
    { kind: 'list', isNumbered: true, items: [text('first'), text('second, longer')] },
    { kind: 'table', head: [text('A'), text('B')], rows: [[text('1'), text('2')]] },
    { kind: 'picture', about: 'about', path: 'a.png' },
  ]);
});

test('every page of the guide has one title, and none of its marks is left over', () => {
  const pages = globSync('resources/guide/**/*.md');
  expect(pages.length).toBeGreaterThan(19);
  for (const path of pages) {
    const blocks = guideBlocks(readFileSync(path, 'utf8'));
    expect(
      blocks.filter(({ kind }) => kind === 'title'),
      path,
    ).toHaveLength(1);
    expect(JSON.stringify(blocks), path).not.toMatch(/\*\*|`|\]\(|"#/);
  }
});

const blocksOf = (path: string): readonly GuideBlock[] => guideBlocks(readFileSync(path, 'utf8'));

/** What a page is made of, beside its words: kinds, numbers of items and rows, pictures, links and keys. */
const shapeOf = (path: string): unknown => ({
  blocks: blocksOf(path).map((block) => ({
    kind: block.kind,
    items: block.kind === 'list' ? block.items.length : null,
    rows: block.kind === 'table' ? block.rows.length : null,
    picture: block.kind === 'picture' ? block.path.replace(/^(\.\.\/)+/, '') : null,
  })),
  links: spansOf(path).flatMap((span) => (span.kind === 'link' ? [span.target] : [])),
  keys: keysOf(path),
});

const linesOf = (block: GuideBlock): readonly GuideLine[] => {
  if (block.kind === 'list') return block.items;
  if (block.kind === 'table') return [...block.head, ...block.rows.flat()];
  return block.kind === 'picture' ? [] : [block.line];
};
const spansOf = (path: string): readonly GuideSpan[] => blocksOf(path).flatMap((block) => linesOf(block).flat());
const inTables: Readonly<Record<string, string>> = {
  Strg: 'Ctrl',
  Umschalt: 'Shift',
  Leertaste: 'Space',
  Menü: 'Menu',
};
const inEnglish = (keys: string): string => keys.replaceAll(/\p{L}+/gu, (key) => inTables[key] ?? key);
/** In no order, because a sentence of another language has another one. */
const keysOf = (path: string): readonly string[] =>
  spansOf(path)
    .flatMap((span) => (span.kind === 'code' ? [inEnglish(span.text)] : []))
    .toSorted();

const pagesIn = (folder: string): readonly string[] => globSync(`${folder}/*.md`).toSorted();

test('every page of the guide stands in German too, with the same parts, pictures, links and keys', () => {
  const [english, translated] = [pagesIn('resources/guide'), pagesIn('resources/guide/de')];
  expect(translated.map((path) => basename(path))).toEqual(english.map((path) => basename(path)));
  expect(translated.map(shapeOf)).toEqual(english.map(shapeOf));
});

test('every picture of the guide lies where its page says', () => {
  for (const path of globSync('resources/guide/**/*.md')) {
    const pictures = blocksOf(path).flatMap((block) => (block.kind === 'picture' ? [block.path] : []));
    for (const picture of pictures) expect(existsSync(join(dirname(path), picture)), `${path}: ${picture}`).toBe(true);
  }
});

test('every key that the guide names does something', () => {
  // A list's own moves, and the beginnings of keys, stand in no table.
  const known = new Set<string>([
    'Shift',
    'G',
    'Ctrl ↑',
    'Ctrl ↓',
    ...shortcutIds.flatMap((id) => shortcutOf(id).keys),
  ]);
  const named = globSync('resources/guide/**/*.md').flatMap(keysOf);
  expect(named.filter((keys) => !known.has(keys))).toEqual([]);
  expect(named).toContain('Ctrl K');
});
