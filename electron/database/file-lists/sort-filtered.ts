import type { Bitmap } from '../facet-index/bitmap.ts';
import { inDirection, type SortedBy } from './sort-order.ts';

/** For so few of all rows it is quicker to look up where each stands than to look at every row. */
const FEW_OF = 20;

type Ranks = { uses: number; ranks: Uint32Array | null };

/** Puts the rows of masks in a known order. */
export function sortFiltered(): (mask: Bitmap, order: SortedBy, descending: boolean) => Uint32Array {
  // An order is replaced whole when it changes, and its ranks go with it.
  const known = new WeakMap<SortedBy, Ranks>();

  /** Made at the second use: while rows change all the time no order is used twice. */
  function ranksOf(order: SortedBy): Uint32Array | null {
    const held = known.get(order) ?? { uses: 0, ranks: null };
    known.set(order, held);
    held.uses += 1;
    if (held.uses === 2) held.ranks = ranked(order);
    return held.ranks;
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
