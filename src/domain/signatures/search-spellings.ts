import { searchable } from '../core/text.ts';
import { spellingsOf } from './cid.ts';

/** A search as text is folded for it, in every spelling where it is a CID; empty for a search that finds everything. */
export function searchSpellings(search: string): readonly string[] {
  const bare = search.trim();
  return searchable(bare) === '' ? [] : spellingsOf(bare).map(searchable);
}
