import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asWritten, fileSearch } from '../../../src/domain/files/search-terms.ts';
import { searchSpellings } from '../../../src/domain/signatures/search-spellings.ts';
import { searchable } from '../../../src/domain/core/text.ts';

const read = (search: string) => fileSearch(search, searchSpellings);
const words = (search: string) => read(search).words.flat();

test('words are looked for one by one, and a phrase in quotation marks whole', () => {
  expect(words('  Harbour  lights ')).toEqual(['harbour', 'lights']);
  expect(words('"Harbour lights" 04')).toEqual(['harbour lights', '04']);
  // As it stands while somebody types.
  expect(words('"harbour li')).toEqual(['harbour li']);
  expect(words('   ')).toEqual([]);
});

test('a key and a value are a pair, folded, with quotation marks around either', () => {
  expect(read('Place:Häfen "sheet no":"a b" a:b:c')).toEqual({
    words: [],
    pairs: [
      { key: 'place', value: 'hafen' },
      { key: 'sheet no', value: 'a b' },
      { key: 'a', value: 'b:c' },
    ],
    without: { words: [], pairs: [] },
  });
});

test('a minus excludes a word, a phrase or a pair', () => {
  expect(read('card -draft -"two words" -tier:gold').without).toEqual({
    words: [['draft'], ['two words']],
    pairs: [{ key: 'tier', value: 'gold' }],
  });
});

test.each(['place:', ':gold', '-', '"', '""', 'my"file', 'https://example.com/x', 'ipfs://x'])(
  '%j is a word as written',
  (search) => expect(words(search)).toEqual([search]),
);

test('a CID is looked for in all its spellings', () => {
  const [spellings = []] = read('QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR').words;
  expect(spellings).toContain('bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi');
});

test('a pasted text of many words is looked for as written', () => {
  const pasted = 'one two three -four five six seven eight nine ten eleven twelve thirteen:';
  expect(read(pasted)).toEqual({ words: [[pasted]], pairs: [], without: { words: [], pairs: [] } });
});

/** Text that is full of signs which the search reads. */
const signs = fc.string({
  unit: fc.constantFrom('"', ':', '-', ' ', 'a', 'É', '\n', '/', '\0', '\ud800', '\u0301'),
  maxLength: 80,
});

test('no text whatever is refused, and no term is empty', () => {
  fc.assert(
    fc.property(fc.oneof(signs, fc.string({ unit: 'binary', maxLength: 500 })), (search) => {
      const { words, pairs, without } = read(search);
      for (const word of [...words, ...without.words].flat()) expect(word).not.toBe('');
      for (const { key, value } of [...pairs, ...without.pairs]) expect([key, value]).not.toContain('');
    }),
  );
});

test('a text as written is one phrase, whatever signs are in it', () => {
  fc.assert(
    fc.property(signs, (text) => {
      const plain = searchable(text.replaceAll('"', ' ').trim());
      const found = read(asWritten(text));
      // A text of marks alone folds to nothing.
      if (plain !== '') expect([found.words.flat(), found.pairs]).toEqual([[plain], []]);
    }),
  );
});
