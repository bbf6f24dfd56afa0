import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { folded, sortKey } from '../../../src/domain/core/text.ts';
import type { FileQuery } from '../../../src/domain/files/queries.ts';

/** Rows that are looked through one by one. */
const MOST_ROWS = 5_000;
/** Characters of a name that decide, in UTF-16 code units. */
const LONGEST_BEGINNING = 400;

export type NextNamed = {
  readonly rowIds: Uint32Array;
  readonly query: Pick<FileQuery, 'sort' | 'nameFirst'>;
  /** What a name begins with, as typed. */
  readonly text: string;
  /** Where the look begins; it goes on round the end. */
  readonly from: number;
};

/**
 * Finds the next row whose name begins with a text, without case and diacritics. In a list by name the text leads to its
 * place; in any other order as many rows are looked through as a person does not notice.
 */
export function nextNamed(db: Database): (asked: NextNamed) => number | null {
  const shownName = z.string().nullish();
  const selectName = db.prepare<[number], unknown>('SELECT shown_name FROM files WHERE row_id = ?').pluck();
  const isLess = db.prepare<[string, number], unknown>('SELECT name_key < ? FROM files WHERE row_id = ?').pluck();
  const isMore = db.prepare<[string, number], unknown>('SELECT name_key > ? FROM files WHERE row_id = ?').pluck();

  return ({ rowIds, query: { sort, nameFirst }, text, from }) => {
    const wanted = folded(text);
    const fits = (position: number): boolean => {
      const name = shownName.parse(selectName.get(rowIds[position] ?? 0));
      return typeof name === 'string' && folded(name.slice(0, LONGEST_BEGINNING)).startsWith(wanted);
    };
    /** The first position in a list by name that does not stand before a key. */
    const placeOf = (key: string): number => {
      // Every key that goes on from this one is less than the key and the last character.
      const [before, bound] = sort.descending ? [isMore, `${key}\u{10ffff}`] : [isLess, key];
      let [low, high] = [0, rowIds.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (before.get(bound, rowIds[middle] ?? 0) === 1) low = middle + 1;
        else high = middle;
      }
      return low;
    };
    const isByName = sort.column === 'name' && nameFirst !== true;
    if (isByName && !fits(from)) {
      const place = placeOf(sortKey(text));
      if (fits(place)) return place;
    }
    // A number that goes on, such as 1 in 10, has another place than the number itself: it is looked for from its stem on.
    const start = isByName && !fits(from) ? placeOf(sortKey(text.replace(/\d+$/, ''))) : from;
    for (let step = 0; step < Math.min(MOST_ROWS, rowIds.length); step += 1) {
      const position = (start + step) % rowIds.length;
      if (fits(position)) return position;
    }
    return null;
  };
}
