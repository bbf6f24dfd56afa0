import { foldedMatches, joinedRanges, type TextRange } from '../core/text-matches.ts';
import { folded } from '../core/text.ts';
import type { FileRow } from './file.ts';
import type { SearchTerms } from './search-terms.ts';

/** Why a search found a file whose name does not hold it all: the value, and the folded text that it holds. */
export type MatchReason = {
  readonly kind: 'cid' | 'id' | 'metadata';
  /** The metadata key; empty otherwise. */
  readonly key: string;
  readonly value: string;
  readonly wanted: string;
};

/** Whether a text holds one of the spellings of a word. */
export const holdsOne = (text: string, spellings: readonly string[]): boolean => {
  const all = spellings.length === 0 ? '' : folded(text);
  return spellings.some((spelling) => all.includes(spelling));
};

/** The terms that a name does not answer: the words that it lacks, and every pair. */
export const lackedBy = (name: string, { words, pairs }: SearchTerms): SearchTerms => ({
  words: words.filter((word) => !holdsOne(name, word)),
  pairs,
});

/** @returns null where the name says it, and where the row does not have the value */
export function matchReason(row: FileRow, search: SearchTerms): MatchReason | null {
  const { words, pairs } = lackedBy(row.name ?? '', search);
  const metadata = { kind: 'metadata' as const, key: row.foundPair?.key ?? '', value: row.foundPair?.value ?? '' };
  const asked = pairs.find(({ key, value }) => folded(metadata.key) === key && holdsOne(metadata.value, [value]));
  if (asked !== undefined) return { ...metadata, wanted: asked.value };
  const values = [
    { kind: 'cid' as const, key: '', value: row.cid },
    // A file without a name shows its id in the place of the name.
    { kind: 'id' as const, key: '', value: row.name === null || row.name === '' ? '' : row.id },
    metadata,
  ];
  for (const one of values) {
    const spelling = words.flat().find((word) => holdsOne(one.value, [word]));
    if (spelling !== undefined) return { ...one, wanted: spelling };
  }
  return null;
}

/** The places of a name that the words of a search mean, in order and apart from each other. */
export function nameMatches(name: string, { words }: SearchTerms): readonly TextRange[] {
  const found = words.flatMap(
    (word) => word.map((one) => foldedMatches(name, one)).find((some) => some.length > 0) ?? [],
  );
  return joinedRanges(found);
}
