import type { Database, Statement } from 'better-sqlite3';
import type { FileColumn } from '../../src/domain/view-query.ts';
import { numbersOf } from './rows.ts';

/** Row ids of a copy from least to greatest in one column, ties by file id; rows without a value come after, either way. */
export type RowOrder = { readonly valued: Uint32Array; readonly without: Uint32Array };

const COLUMNS: Readonly<Record<FileColumn, string>> = {
  name: 'name_key',
  cid: 'cid',
  size: 'size_bytes',
  type: 'mime_type',
  group: 'group_id',
  network: 'network',
  created: 'created_at',
  state: 'state',
};

type Ordered = (copy: number, among: readonly number[] | null) => RowOrder;

/** Puts rows in order, all of a copy's or those among given ones. */
export function rowOrders(
  db: Database,
): (column: FileColumn, copy: number, among: readonly number[] | null) => RowOrder {
  const made = new Map<FileColumn, Ordered>();
  return (column, copy, among) => {
    const ordered = made.get(column) ?? orderedBy(db, COLUMNS[column]);
    made.set(column, ordered);
    return ordered(copy, among);
  };
}

function orderedBy(db: Database, column: string): Ordered {
  const prepare = (from: string, condition: string, order: string): Statement<unknown[], unknown> =>
    db
      .prepare<unknown[], unknown>(`SELECT row_id FROM ${from} WHERE copy = ? AND ${condition} ORDER BY ${order}`)
      .pluck();
  // CROSS JOIN fixes the order of the loops: the few first, and each of them looked up by its id.
  const these = 'json_each(?) AS wanted CROSS JOIN files ON files.row_id = wanted.value';
  const valued = prepare('files', `${column} IS NOT NULL`, `${column}, files.id`);
  const without = prepare('files', `${column} IS NULL`, 'files.id');
  const valuedAmong = prepare(these, `${column} IS NOT NULL`, `${column}, files.id`);
  const withoutAmong = prepare(these, `${column} IS NULL`, 'files.id');

  return (copy, among) => {
    if (among === null) return { valued: vector(valued.all(copy)), without: vector(without.all(copy)) };
    const list = JSON.stringify(among);
    return { valued: vector(valuedAmong.all(list, copy)), without: vector(withoutAmong.all(list, copy)) };
  };
}

const vector = (rowIds: unknown): Uint32Array => Uint32Array.from(numbersOf(rowIds));

/** The whole order as one vector. */
export function inDirection({ valued, without }: RowOrder, descending: boolean): Uint32Array {
  const all = new Uint32Array(valued.length + without.length);
  all.set(descending ? valued.toReversed() : valued);
  all.set(without, valued.length);
  return all;
}
