import { expect, test } from 'vitest';
import { piecesOf } from '../../../src/domain/core/text-matches.ts';
import { titleMatches } from '../../../src/domain/palette/title-words.ts';

/** The title with its marks in brackets. */
const marked = (title: string, typed: string): string =>
  piecesOf(title, titleMatches(title, typed))
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('');

test.each([
  ['Rename…', 'REN', '[Ren]ame…'],
  ['Undo: Set tier = gold', 'gold un', '[Un]do: Set tier = [gold]'],
  ['Read the records', 're', '[Re]ad the [re]cords'],
  ['Check all signatures again', 're', 'Check all signatu[re]s again'],
  ['Größe ändern', 'grosse and', '[Größe] [änd]ern'],
  ['Re\u0301sume\u0301 me', 'me', 'Re\u0301sume\u0301 [me]'],
  ['Files: Edited here', 'e ed', 'Files: [Ed]ited here'],
  ['Take back', 'undo', 'Take back'],
  ['Undo', '  ', 'Undo'],
])('in %j the typed %j marks %j', (title, typed, expected) => {
  expect(marked(title, typed)).toBe(expected);
});
