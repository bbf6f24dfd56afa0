import { searchable } from '../core/text.ts';

/** A metadata key and a text that its value holds, both folded. */
export type SearchedPair = { readonly key: string; readonly value: string };

/** Words and pairs of a search. A word is given in all its spellings, folded: one of them is enough. */
export type SearchTerms = {
  readonly words: readonly (readonly string[])[];
  readonly pairs: readonly SearchedPair[];
};

/** What a search asks for: all of these terms, and none of those `without`. */
export type FileSearch = SearchTerms & { readonly without: SearchTerms };

/** Finds the other spellings of a word, the word among them, all folded; none for a word that folds to nothing. */
type Spellings = (word: string) => readonly string[];

/** A text of more terms was pasted, and nobody wrote its hyphens and colons for the search. */
const MOST_TERMS = 12;

/** In this order: the minus, a key with its colon, and the value or word; quotation marks hold a term together. */
const TERM = /(-?)(?:("[^"]+"|[^\s":]+):)?("[^"]*"?|\S+)/gu;

/**
 * Reads a search: `word`, `"exact phrase"`, `key:value`, and each of them with a minus in front. Every other text, an
 * unfinished term and an address ("https://…") among them, is a word as written.
 */
export function fileSearch(search: string, spellings: Spellings): FileSearch {
  const terms = [...search.matchAll(TERM)];
  if (terms.length > MOST_TERMS) return { ...of([], () => [spellings(search)]), without: of([], () => []) };
  const spelled = (term: RegExpExecArray): readonly string[] => spell(term, spellings);
  const read = (isWithout: boolean): SearchTerms =>
    of(
      terms.filter(([, minus]) => (minus === '-') === isWithout),
      (words) => words.map(spelled),
    );
  return { ...read(false), without: read(true) };
}

type SpelledWords = (terms: readonly RegExpExecArray[]) => readonly (readonly string[])[];

/** @param words of the terms that are no pairs */
function of(terms: readonly RegExpExecArray[], words: SpelledWords): SearchTerms {
  return {
    words: words(terms.filter((term) => pairOf(term) === null)).filter((word) => word.length > 0),
    pairs: terms.map(pairOf).filter((pair) => pair !== null),
  };
}

function pairOf([, , key, value = '']: RegExpExecArray): SearchedPair | null {
  if (key === undefined || value.startsWith('//')) return null;
  const pair = { key: searchable(bare(key)), value: searchable(bare(value)) };
  return pair.key === '' || pair.value === '' ? null : pair;
}

function spell([, , key, value = '']: RegExpExecArray, spellings: Spellings): readonly string[] {
  if (key !== undefined) return spellings(`${key}:${value}`);
  const phrase = bare(value);
  return phrase === value ? spellings(value) : [searchable(phrase)].filter((one) => one !== '');
}

/** A phrase without its quotation marks; quotation marks around nothing are a text themselves. */
function bare(part: string): string {
  const phrase = /^"([^"]+)"?$/u.exec(part)?.[1];
  return phrase ?? part;
}

/** A search for a text as it is written, whatever the signs in it. */
export const asWritten = (search: string): string => `"${search.replaceAll('"', ' ').trim()}"`;
