import type { Database } from 'better-sqlite3';
import { listedFilters } from '../../../src/domain/files/file-filter.ts';
import type { FileQuery } from '../../../src/domain/files/queries.ts';
import { ORDERED_BY } from './sort-order.ts';
import { hasOrderIndex } from '../order-index.ts';
import { numberOf, vectorOf } from '../sqlite/column-parsers.ts';

/** As many as a screen shows, and more. */
export const BEGINNING_ROWS = 200;

/** How a long list begins. @property count rows of the whole */
export type Beginning = { readonly count: number; readonly rowIds: Uint32Array };

/**
 * Reads the first rows of a whole copy by its index, and counts it by its counters: what can be shown while the order of
 * a million rows is still being read.
 *
 * @returns null where that is no use: the list is narrowed, short, begins with rows without a value, or has no index yet
 */
export function listBeginning(db: Database): (copy: number, query: FileQuery) => Beginning | null {
  const selectCount = db
    .prepare<[number], unknown>(
      "SELECT coalesce(sum(count), 0) FROM row_sets WHERE copy = ? AND field = 'network' AND key = ''",
    )
    .pluck();
  const begin = (copy: number, { sort: { column, descending } }: FileQuery): Uint32Array => {
    const key = ORDERED_BY[column];
    const turn = descending ? ' DESC' : '';
    const select = db.prepare<[number], unknown>(
      `SELECT row_id FROM files WHERE copy = ? AND ${key} IS NOT NULL ORDER BY ${key}${turn}, row_id${turn} LIMIT ${BEGINNING_ROWS}`,
    );
    return vectorOf(select.pluck().all(copy));
  };
  return (copy, query) => {
    if (query.search.trim() !== '' || listedFilters(query).length > 0) return null;
    if (!hasOrderIndex(db, ORDERED_BY[query.sort.column])) return null;
    const rowIds = begin(copy, query);
    return rowIds.length < BEGINNING_ROWS ? null : { count: numberOf(selectCount.get(copy)), rowIds };
  };
}
