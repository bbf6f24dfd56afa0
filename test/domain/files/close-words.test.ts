import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closeWords, mostEdits, piecesOf } from '../../../src/domain/files/close-words.ts';

test.each([
  ['harbuor', 'Harbour-lights.png', { word: 'harbour', edits: 1 }],
  ['habour', 'Harbour-lights.png', { word: 'harbour', edits: 1 }],
  ['harbourr', 'Harbour-lights.png', { word: 'harbour', edits: 1 }],
  ['hxrbour', 'Harbour-lights.png', { word: 'harbour', edits: 1 }],
  ['signatrues', 'new signature sheets', { word: 'signature', edits: 2 }],
  ['hxrbxur', 'Harbour-lights.png', null],
  ['harbour', 'Harbour-lights.png', null],
  ['resumee', 'Résumé.pdf', { word: 'resume', edits: 1 }],
  ['cat', 'bat.png', null],
  ['日本語版', '日本語板.pdf', { word: '日本語板', edits: 1 }],
])('%j is close to a word of %j: %j', (word, name, close) => {
  expect(closeWords(word)(name)).toEqual(close);
});

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e'), minLength: 6, maxLength: 20 });

test('a word that one swap, or one edit for each part but one, leads to holds one of the pieces', () => {
  fc.assert(
    fc.property(letters, fc.nat(), fc.constantFrom('swap', 'leave out', 'put in', 'exchange'), (word, seed, kind) => {
      const at = seed % (word.length - 1);
      const [before, here, next, after] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 2)];
      const other = {
        swap: `${before}${next}${here}${after}`,
        'leave out': `${before}${next}${after}`,
        'put in': `${before}z${here}${next}${after}`,
        exchange: `${before}z${next}${after}`,
      }[kind];
      fc.pre(other !== word);
      expect(closeWords(word)(other)?.edits ?? 0).toBeLessThanOrEqual(mostEdits(word));
      expect(piecesOf(word).some((piece) => other.includes(piece))).toBe(true);
    }),
  );
});
