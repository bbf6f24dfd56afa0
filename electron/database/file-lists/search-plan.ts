import type { Database } from 'better-sqlite3';
import { fileSearch, type FileSearch } from '../../../src/domain/files/search-terms.ts';
import { searchSpellings } from '../../../src/domain/signatures/search-spellings.ts';
import { Bitmap } from '../facet-index/bitmap.ts';
import { facetIndexReader } from '../facet-index/facet-index-reader.ts';
import type { FoundRows } from '../text-index/search-texts.ts';
import type { WordSets } from '../text-index/search.ts';

/** Words that the text index finds in one go. `keyed`: rows with a metadata key whose name holds the only word. */
type WordGroup = { readonly sets: WordSets; readonly keyed: Bitmap | null };

/** What a search has to read: each of the groups and none of those `without`, besides pairs, which the filters find. */
export type SearchPlan = {
  readonly search: FileSearch;
  readonly groups: readonly WordGroup[];
  readonly without: readonly WordGroup[];
};

/** Plans a search. The text index holds values alone; the facet index knows the name of every metadata key once. */
export function searchPlans(db: Database): (mirrorId: number, text: string) => SearchPlan {
  const { withKeyContaining } = facetIndexReader(db);
  return (mirrorId, text) => {
    const search = fileSearch(text, searchSpellings);
    const alone = (spellings: readonly string[]): WordGroup => ({
      sets: spellings.map((spelling) => [spelling]),
      keyed: withKeyContaining(mirrorId, spellings),
    });
    const groups = search.words.map(alone);
    const isOne = groups.every(({ sets, keyed }) => sets.length === 1 && keyed === null);
    const without = search.without.words.map(alone);
    if (groups.length < 2 || !isOne) return { search, groups, without };
    return { search, groups: [{ sets: [groups.flatMap(({ sets }) => sets.flat())], keyed: null }], without };
  };
}

/** The rows that a search found in texts, one answer for each group of its plan and then for each group `without`. */
export type FoundText = { readonly plan: SearchPlan; readonly rows: readonly FoundRows[] };

/** The rows of a search; null where it names none, and every row is one. */
export type SearchedRows = {
  readonly all: Bitmap | null;
  /** Those whose name holds all words; empty without a word. */
  readonly inName: Bitmap;
  readonly without: readonly Bitmap[];
};

/** @param lastRow the greatest row id there can be */
export function searchedRows({ plan, rows }: FoundText, lastRow: number): SearchedRows {
  const { groups, without } = plan;
  const bitmapOf = ({ keyed }: WordGroup, found: FoundRows | undefined): Bitmap => {
    const bitmap = Bitmap.of(lastRow, found?.inName ?? []);
    for (const rowId of found?.others ?? []) bitmap.add(rowId);
    if (keyed !== null) bitmap.addAll(keyed);
    return bitmap;
  };
  const all = groups.map((group, at) => bitmapOf(group, rows[at]));
  const names = groups.map((_, at) => Bitmap.of(lastRow, rows[at]?.inName ?? []));
  return {
    all: kept(all),
    inName: kept(names) ?? new Bitmap(lastRow),
    without: without.map((group, at) => bitmapOf(group, rows[groups.length + at])),
  };
}

/** The rows that all bitmaps have; null without a bitmap. */
function kept([first, ...others]: readonly Bitmap[]): Bitmap | null {
  for (const other of others) first?.keep(other);
  return first ?? null;
}
