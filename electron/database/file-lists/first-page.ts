import type { Database } from 'better-sqlite3';
import { listedFilters } from '../../../src/domain/files/file-filter.ts';
import type { FileQuery } from '../../../src/domain/files/queries.ts';
import { hasOrderIndex } from '../mirror/deferred-indexes.ts';
import { numberOf, vectorOf } from '../sqlite/column-parsers.ts';
import { ORDERED_BY } from './sort-order.ts';

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
