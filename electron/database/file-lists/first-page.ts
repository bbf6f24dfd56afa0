import type { Database } from 'better-sqlite3';
import { listedFilters } from '../../../src/domain/files/file-filter.ts';
import type { FileQuery } from '../../../src/domain/files/queries.ts';
import { spellingsOf } from '../../../src/domain/signatures/cid.ts';
import type { Bitmap } from '../facet-index/bitmap.ts';
import { hasOrderIndex } from '../mirror/deferred-indexes.ts';
import { numberOf, vectorOf } from '../sqlite/column-parsers.ts';
import { ORDERED_BY, type SortedBy } from './sort-order.ts';
import { searchable } from '../../../src/domain/core/text.ts';

/** More than a screen shows. */
const FIRST_PAGE_ROWS = 200;

/** The first rows of a long list. @property count rows of the whole list */
export type FirstPage = { readonly count: number; readonly rowIds: Uint32Array };

/**
 * Reads the first rows of a whole mirror by its SQL index, and their count from the facet index: a page shows them while
 * the sort order of a million rows still loads.
 *
 * @returns null when the list is filtered, short, begins with rows without a value, or has no index yet
 */
export function firstPage(db: Database): (mirrorId: number, query: FileQuery) => FirstPage | null {
  const selectCount = db
    .prepare<[number], unknown>(
      "SELECT coalesce(sum(count), 0) FROM row_sets WHERE copy = ? AND field = 'network' AND key = ''",
    )
    .pluck();
  const begin = (mirrorId: number, { sort: { column, descending } }: FileQuery): Uint32Array => {
    const key = ORDERED_BY[column];
    const turn = descending ? ' DESC' : '';
    const select = db.prepare<[number], unknown>(
      `SELECT row_id FROM files WHERE copy = ? AND ${key} IS NOT NULL ORDER BY ${key}${turn}, row_id${turn} LIMIT ${FIRST_PAGE_ROWS}`,
    );
    return vectorOf(select.pluck().all(mirrorId));
  };
  return (mirrorId, query) => {
    if (query.search.trim() !== '' || listedFilters(query).length > 0) return null;
    if (!hasOrderIndex(db, ORDERED_BY[query.sort.column])) return null;
    const rowIds = begin(mirrorId, query);
    return rowIds.length < FIRST_PAGE_ROWS ? null : { count: numberOf(selectCount.get(mirrorId)), rowIds };
  };
}

/** More than a screen shows. */
const FIRST_FOUND = 100;
/** Rows read in some 15 ms; the first 400 tell whether hits are too rare. */
const MOST_LOOKED_AT = 4_000;
const FIRST_LOOK = 400;

/** A text to search for, and the rows whose metadata keys hold it. */
type FirstSearch = { readonly text: string; readonly withKey: Bitmap | null };

/**
 * Finds the first rows that hold a text by reading the list from its top: a page shows them while the search for the others
 * goes on.
 *
 * @returns exactly `FIRST_FOUND` rows; null when hits are too rare
 */
export function firstPageOfSearch(
  db: Database,
): (wanted: FirstSearch, order: SortedBy, descending: boolean, among: Bitmap | null) => Uint32Array | null {
  const holds = db.prepare<[string, number], unknown>('SELECT instr(text, ?) > 0 FROM search_texts WHERE row_id = ?');
  holds.pluck();
  return ({ text, withKey }, order, descending, among) => {
    const [bare, ...others] = spellingsOf(text.trim());
    if (bare === undefined || others.length > 0) return null;
    const wanted = searchable(bare);
    const found = new Uint32Array(FIRST_FOUND);
    let [rows, looks] = [0, 0];
    for (const rowId of inTurn(order, descending)) {
      if (among !== null && !among.has(rowId)) continue;
      if (withKey?.has(rowId) === true || holds.get(wanted, rowId) === 1) found[rows++] = rowId;
      if (rows === FIRST_FOUND) return found;
      looks += 1;
      if (looks === MOST_LOOKED_AT || (looks === FIRST_LOOK && isTooRare(rows))) break;
    }
    return null;
  };
}

/** Half of the hits that the average needs: an unlucky start gets a second chance. */
const isTooRare = (rows: number): boolean => 2 * rows * MOST_LOOKED_AT < FIRST_LOOK * FIRST_FOUND;

function* inTurn({ valued, without }: SortedBy, descending: boolean): Iterable<number> {
  for (let at = 0; at < valued.length; at += 1) yield valued[descending ? valued.length - 1 - at : at] ?? 0;
  yield* without;
}
