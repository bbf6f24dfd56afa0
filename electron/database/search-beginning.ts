import type { Database } from 'better-sqlite3';
import { spellingsOf } from '../../src/domain/signatures/cid.ts';
import type { RowMask } from './facet-index/bitmap.ts';
import type { RowOrder } from './file-lists/sort-order.ts';
import { searchable } from './mirror/projected-file.ts';

/** As many as a screen shows, and more. */
export const FIRST_FOUND = 100;
/** Some 15 ms of looking; the first look is enough to tell that it will not do. */
const MOST_LOOKED_AT = 4_000;
const FIRST_LOOK = 400;

/**
 * Finds the first rows that hold a text by looking through the list from its top: what can be shown while all the others
 * are still being looked for.
 *
 * @returns always `FIRST_FOUND` rows; null when they are too rare to be met soon
 */
export function searchBeginning(
  db: Database,
): (text: string, order: RowOrder, descending: boolean, among: RowMask | null) => Uint32Array | null {
  const holds = db.prepare<[string, number], unknown>('SELECT instr(text, ?) > 0 FROM search_texts WHERE row_id = ?');
  holds.pluck();
  return (text, order, descending, among) => {
    const [bare, ...others] = spellingsOf(text.trim());
    if (bare === undefined || others.length > 0) return null;
    const wanted = searchable(bare);
    const found = new Uint32Array(FIRST_FOUND);
    let [rows, looks] = [0, 0];
    for (const rowId of inTurn(order, descending)) {
      if (among !== null && !among.has(rowId)) continue;
      if (holds.get(wanted, rowId) === 1) found[rows++] = rowId;
      if (rows === FIRST_FOUND) return found;
      looks += 1;
      if (looks === MOST_LOOKED_AT || (looks === FIRST_LOOK && isTooRare(rows))) break;
    }
    return null;
  };
}

/** Half as many as it takes on average: where the first look was unlucky, it is worth a second one. */
const isTooRare = (rows: number): boolean => 2 * rows * MOST_LOOKED_AT < FIRST_LOOK * FIRST_FOUND;

function* inTurn({ valued, without }: RowOrder, descending: boolean): Iterable<number> {
  for (let at = 0; at < valued.length; at += 1) yield valued[descending ? valued.length - 1 - at : at] ?? 0;
  yield* without;
}
