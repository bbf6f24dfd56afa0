import { expect, test } from 'vitest';
import { titleEnds } from '../../src/views/changes/title-ends.ts';

const name = 'tidewater-atlas-sheet-09-harbour-final-v3.tif';

test.each([
  ['an English title', `Set tier = gold on ${name}`, `Set tier = gold on ${name}`, 'final-v3.tif'],
  ['a German title', `Set tier = gold on ${name}`, `tier = gold bei ${name} gesetzt`, 'final-v3.tif gesetzt'],
  [
    'a title whose end is told in other words',
    `Remove tier from 2 files`,
    `tier bei 2 Dateien entfernt`,
    'ien entfernt',
  ],
  ['a short name before German words', `Rename ${name} to b.png`, `${name} in b.png umbenannt`, 'b.png umbenannt'],
  [
    'a word of the end that stands far before it in German',
    'Set files = as-they-were-in-the-year-of-the-flood on 2 files',
    'files = as-they-were-in-the-year-of-the-flood bei 2 Dateien gesetzt',
    'eien gesetzt',
  ],
])('%s keeps the end of the name, and the words after it', (_, stored, shown, end) => {
  const ends = titleEnds(stored, shown);
  expect([ends.start + ends.end, ends.end]).toEqual([shown, end]);
});

test('a title with writing from right to left stays in one part, which its letters run through', () => {
  const title = 'Rename a.png to שלום-עולם-ארוך-מאוד.png';
  expect(titleEnds(title, title)).toEqual({ start: title, end: '' });
});
