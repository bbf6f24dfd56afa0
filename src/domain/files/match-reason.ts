import { foldedMatches } from '../core/text-matches.ts';
import type { FileRow } from './file.ts';

/** Why a search found a file whose name does not hold it: the value, and the spelling of the search that it holds. */
export type MatchReason = {
  readonly kind: 'cid' | 'id' | 'metadata';
  /** The metadata key; empty otherwise. */
  readonly key: string;
  readonly value: string;
  readonly wanted: string;
};

/**
 * @param wanted the search, folded, in all its spellings
 * @returns null where the name says it, and where the row does not have the value
 */
export function matchReason(row: FileRow, wanted: readonly string[]): MatchReason | null {
  if (wanted.length === 0 || spellingIn(row.name ?? '', wanted) !== null) return null;
  const values = [
    { kind: 'cid', key: '', value: row.cid },
    // A file without a name shows its id in the place of the name.
    { kind: 'id', key: '', value: row.name === null || row.name === '' ? '' : row.id },
    { kind: 'metadata', key: row.foundPair?.key ?? '', value: row.foundPair?.value ?? '' },
  ] as const;
  for (const one of values) {
    const spelling = spellingIn(one.value, wanted);
    if (spelling !== null) return { ...one, wanted: spelling };
  }
  return null;
}

const spellingIn = (text: string, wanted: readonly string[]): string | null =>
  wanted.find((spelling) => foldedMatches(text, spelling).length > 0) ?? null;
