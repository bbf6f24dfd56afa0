import type { Database } from 'better-sqlite3';
import { askedFamily, type FileFilters, type MetadataCondition } from '../../../src/domain/files/file-filter.ts';
import type { FileSearch, SearchTerms } from '../../../src/domain/files/search-terms.ts';
import { Bitmap } from '../facet-index/bitmap.ts';
import { rangeFilters } from './range-filters.ts';
import { markedRows } from '../mirror/marks-table.ts';
import type { SearchedRows } from './search-plan.ts';
import { AT_REST, type FacetTerm } from '../facet-index/facet-terms.ts';
import { facetIndexReader, type FacetIndexReader } from '../facet-index/facet-index-reader.ts';
import { searchable } from '../../../src/domain/core/text.ts';
import { type FileState, fileStates } from '../../../src/domain/files/file.ts';

/** A search beside the filters: its text, where it was read, and its pairs. */
export type FilteredSearch = { readonly search: FileSearch; readonly found: SearchedRows | null };

/**
 * Finds the rows that match every filter, and the pairs of a search.
 *
 * @returns null when all rows match; the bitmap may hold rows of other mirrors, and numbers that no row has
 */
export function fileFilter(
  db: Database,
): (mirrorId: number, filters: FileFilters, searched: FilteredSearch | null) => Bitmap | null {
  const sets = facetIndexReader(db);
  const conditions = conditionsOn(db, sets);
  const pairs = (mirrorId: number, { pairs }: SearchTerms): readonly Bitmap[] =>
    pairs.map(({ key, value }) => sets.withPair(mirrorId, key, value));
  return (mirrorId, filters, searched) => {
    const { inside, outside } = conditions(mirrorId, filters);
    if (searched !== null) {
      inside.push(...pairs(mirrorId, searched.search));
      outside.push(...pairs(mirrorId, searched.search.without), ...(searched.found?.without ?? []));
      if (searched.found !== null && searched.found.all !== null) inside.push(searched.found.all);
    }
    const first = inside.pop() ?? outside.pop()?.turned();
    if (first === undefined) return null;
    for (const mask of inside) first.keep(mask);
    for (const mask of outside) first.drop(mask);
    return first;
  };
}

/** A row matches when it is in every bitmap `inside`, and in none `outside`. */
type Masks = { readonly inside: Bitmap[]; readonly outside: Bitmap[] };

function conditionsOn(db: Database, sets: FacetIndexReader) {
  const ranges = rangeFilters(db, sets);
  const marked = markedRows(db);

  function addPlain(mirrorId: number, filters: FileFilters, { inside, outside }: Masks): void {
    const { network, group, type, size, created, mark } = filters;
    const add = (field: FacetTerm['field'], value: string | null): void => {
      if (value === '' && (field === 'group' || field === 'type')) outside.push(sets.having(mirrorId, field));
      else if (value !== null) inside.push(sets.named(mirrorId, { field, key: '', value }));
    };
    const family = type === null ? null : askedFamily(type);
    add('network', network);
    add('group', group);
    add('family', family);
    add('type', family === null ? type : null);
    if (size !== null) inside.push(ranges.size(mirrorId, size));
    if (created !== null) inside.push(ranges.created(mirrorId, created));
    if (mark !== null) inside.push(Bitmap.of(sets.lastRow(), marked(mirrorId, mark)));
  }

  function addState(mirrorId: number, state: FileState | null, edited: boolean, masks: Masks): void {
    const others = fileStates.filter((one) => one !== AT_REST);
    const isEdited = (): Bitmap => sets.ofStates(mirrorId, others);
    if (state === AT_REST) masks.outside.push(isEdited());
    else if (state !== null) masks.inside.push(sets.ofStates(mirrorId, [state]));
    if (edited) masks.inside.push(isEdited());
  }

  function addMetadata(mirrorId: number, condition: MetadataCondition, { inside, outside }: Masks): void {
    const { op, key } = condition;
    if (op === 'is') inside.push(sets.named(mirrorId, { field: 'value', key, value: condition.value }));
    else if (op === 'contains') inside.push(sets.containing(mirrorId, key, searchable(condition.value)));
    else (op === 'has' ? inside : outside).push(sets.named(mirrorId, { field: 'key', key: '', value: key }));
  }

  return (mirrorId: number, filters: FileFilters): Masks => {
    const masks: Masks = { inside: [], outside: [] };
    addPlain(mirrorId, filters, masks);
    addState(mirrorId, filters.state, filters.edited, masks);
    for (const condition of filters.metadata) addMetadata(mirrorId, condition, masks);
    return masks;
  };
}
