import type { Database, Statement } from 'better-sqlite3';
import type { FileColumn } from '../../../src/domain/files/queries.ts';
import { vectorOf } from '../sqlite/column-parsers.ts';

/**
 * Row ids of a mirror from least to greatest in one column, ties in the order they came into the mirror; rows without a
 * value come last in both directions.
 */
export type SortedBy = { readonly valued: Uint32Array; readonly without: Uint32Array };

export const ORDERED_BY: Readonly<Record<FileColumn, string>> = {
  name: 'name_key',
  cid: 'cid',
  size: 'size_bytes',
  type: 'mime_type',
  group: 'group_id',
  network: 'network',
  created: 'created_at',
  state: 'state',
};

/** Sorts all rows of a mirror, or those among the given ones. */
export type Ordered = (column: FileColumn, mirrorId: number, among: readonly number[] | null) => SortedBy;

export function sortOrders(db: Database): Ordered {
  const made = new Map<FileColumn, ReturnType<typeof orderedBy>>();
  return (column, mirrorId, among) => {
    const ordered = made.get(column) ?? orderedBy(db, ORDERED_BY[column]);
    made.set(column, ordered);
    return ordered(mirrorId, among);
  };
}

function orderedBy(db: Database, column: string) {
  const prepare = (from: string, condition: string, order: string): Statement<unknown[], unknown> =>
    db
      .prepare<unknown[], unknown>(`SELECT row_id FROM ${from} WHERE copy = ? AND ${condition} ORDER BY ${order}`)
      .pluck();
  // CROSS JOIN fixes the order of the loops (https://sqlite.org/optoverview.html#crossjoin): the few rows first, each of
  // them looked up by its id.
  const these = 'json_each(?) AS wanted CROSS JOIN files ON files.row_id = wanted.value';
  const valued = prepare('files', `${column} IS NOT NULL`, `${column}, row_id`);
  const without = prepare('files', `${column} IS NULL`, 'row_id');
  const valuedAmong = prepare(these, `${column} IS NOT NULL`, `${column}, row_id`);
  const withoutAmong = prepare(these, `${column} IS NULL`, 'row_id');

  return (mirrorId: number, among: readonly number[] | null): SortedBy => {
    if (among === null) return { valued: vectorOf(valued.all(mirrorId)), without: vectorOf(without.all(mirrorId)) };
    const list = JSON.stringify(among);
    return { valued: vectorOf(valuedAmong.all(list, mirrorId)), without: vectorOf(withoutAmong.all(list, mirrorId)) };
  };
}

/** The whole order as one vector. */
export function inDirection({ valued, without }: SortedBy, descending: boolean): Uint32Array {
  const all = new Uint32Array(valued.length + without.length);
  all.set(descending ? valued.toReversed() : valued);
  all.set(without, valued.length);
  return all;
}
