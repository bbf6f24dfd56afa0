import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { guideBlocks, guideLine } from '../../../src/domain/guide/guide-text.ts';

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
  const pages = globSync('resources/guide/*.md');
  expect(pages.length).toBeGreaterThan(9);
  for (const path of pages) {
    const blocks = guideBlocks(readFileSync(path, 'utf8'));
    expect(
      blocks.filter(({ kind }) => kind === 'title'),
      path,
    ).toHaveLength(1);
    expect(JSON.stringify(blocks), path).not.toMatch(/\*\*|`|\]\(|"#/);
  }
});
