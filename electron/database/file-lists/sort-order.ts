import type { Database, Statement } from 'better-sqlite3';
import type { FileColumn } from '../../../src/domain/files/queries.ts';
import type { Bitmap } from '../facet-index/bitmap.ts';
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

/** For so few of all rows it is quicker to look up where each stands than to look at every row. */
const FEW_OF = 20;

type Ranks = { uses: number; ranks: Uint32Array | null };

/** Puts the rows of masks in a known order. */
export function sortFiltered(): (mask: Bitmap, order: SortedBy, descending: boolean) => Uint32Array {
  // An order is replaced whole when it changes, and its ranks go with it.
  const known = new WeakMap<SortedBy, Ranks>();

  /** Made at the second use: while rows change all the time no order is used twice. */
  function ranksOf(order: SortedBy): Uint32Array | null {
    const ranking = known.get(order) ?? { uses: 0, ranks: null };
    known.set(order, ranking);
    ranking.uses += 1;
    if (ranking.uses === 2) ranking.ranks = ranked(order);
    return ranking.ranks;
  }

  return (mask, order, descending) => {
    const isFew = mask.count * FEW_OF < order.valued.length + order.without.length;
    const ranks = isFew ? ranksOf(order) : null;
    if (ranks !== null) return inDirection(placed(mask, order, ranks), descending);
    return inDirection({ valued: mask.keptOf(order.valued), without: mask.keptOf(order.without) }, descending);
  };
}

/** Where each row stands, from 1; 0 for numbers that no row of the order has. */
function ranked({ valued, without }: SortedBy): Uint32Array {
  const greatest = (rowIds: Uint32Array): number => {
    let most = 0;
    for (const rowId of rowIds) if (rowId > most) most = rowId;
    return most;
  };
  const ranks = new Uint32Array(Math.max(greatest(valued), greatest(without)) + 1);
  let rank = 0;
  for (const rowId of valued) ranks[rowId] = ++rank;
  for (const rowId of without) ranks[rowId] = ++rank;
  return ranks;
}

// Loops and not callbacks: there may be fifty thousand rows, for every letter that somebody types.
function placed(mask: Bitmap, { valued, without }: SortedBy, ranks: Uint32Array): SortedBy {
  const rowIds = mask.rowIds();
  const places = new Uint32Array(rowIds.length);
  let length = 0;
  let inValued = 0;
  for (const rowId of rowIds) {
    const rank = ranks[rowId] ?? 0;
    if (rank > 0) places[length++] = rank;
    if (rank > 0 && rank <= valued.length) inValued += 1;
  }
  const sorted = places.subarray(0, length).sort();
  return {
    valued: at(valued, sorted.subarray(0, inValued), 1),
    without: at(without, sorted.subarray(inValued), valued.length + 1),
  };
}

function at(rowIds: Uint32Array, ranks: Uint32Array, first: number): Uint32Array {
  const found = new Uint32Array(ranks.length);
  for (let place = 0; place < ranks.length; place += 1) found[place] = rowIds[(ranks[place] ?? 0) - first] ?? 0;
  return found;
}
