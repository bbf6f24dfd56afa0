import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchable } from '../../../src/domain/core/text.ts';
import { excerptOf, foldedMatches, piecesOf, rangesWithin } from '../../../src/domain/core/text-matches.ts';

/** The text with its matches in brackets. */
const marked = (text: string, search: string): string =>
  piecesOf(text, foldedMatches(text, searchable(search)))
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('');

test.each([
  ['harbour-lights.mp4', 'HARBOUR', '[harbour]-lights.mp4'],
  ['Résumé résumé', 'resume', '[Résumé] [résumé]'],
  ['Re\u0301sume\u0301.txt', 'resume', '[Re\u0301sume\u0301].txt'],
  ['Straße 7', 'strasse', '[Straße] 7'],
  ['Straße 7', 'ras', 'St[raß]e 7'],
  ['ＡＢＣ', 'b', 'Ａ[Ｂ]Ｃ'],
  ['ΣΑΣ σας', 'σας', '[ΣΑΣ] [σας]'],
  ['😀 sun 😀', '😀', '[😀] sun [😀]'],
  ['aaaa', 'aa', '[aa][aa]'],
  ['ßß', 's', '[ß][ß]'],
  ['한글', 'ㅎ'.normalize('NFKD'), '[한]글'],
  ['anything', '', 'anything'],
  ['anything', 'else', 'anything'],
])('in %j a search for %j means %j', (text, search, expected) => {
  expect(marked(text, search)).toBe(expected);
});

test('whatever the text, its pieces together are the text, and a part of it that is searched for is marked', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(50), fc.nat(20), (text, start, length) => {
      const wanted = searchable(text.slice(start, start + length));
      const matches = foldedMatches(text, wanted);
      expect(
        piecesOf(text, matches)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
      for (const { from, to } of matches) expect(from).toBeLessThan(to);
    }),
  );
});

test('ranges are cut at the ends of a part', () => {
  const ranges = [
    { from: 1, to: 4 },
    { from: 6, to: 9 },
  ];
  expect(rangesWithin(ranges, 0, 3)).toEqual([{ from: 1, to: 3 }]);
  expect(rangesWithin(ranges, 3, 20)).toEqual([
    { from: 0, to: 1 },
    { from: 3, to: 6 },
  ]);
});

test('an excerpt begins shortly before the first match, and a short beginning stays', () => {
  expect(excerptOf('old harbour', 'harbour').text).toBe('old harbour');
  const long = `${'😀'.repeat(20)} old harbour wall`;
  const { text, matches } = excerptOf(long, 'harbour');
  expect(text).toBe('… old harbour wall');
  expect(matches.map(({ from, to }) => text.slice(from, to))).toEqual(['harbour']);
});
