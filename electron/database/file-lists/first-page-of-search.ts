import type { Database } from 'better-sqlite3';
import type { FileQuery } from '../../../src/domain/files/queries.ts';
import type { Bitmap } from '../facet-index/bitmap.ts';
import { HELD } from '../text-index/search-texts.ts';
import type { SearchPlan } from './search-plan.ts';
import type { SortedBy } from './sort-order.ts';

/** More than a screen shows. */
const FIRST_FOUND = 100;
/** Rows read in some 15 ms; the first 400 tell whether hits are too rare. */
const MOST_LOOKED_AT = 4_000;
const FIRST_LOOK = 400;

/** The first rows of a search. `isWhole`: they are so; otherwise rows whose name holds the words stand before them. */
export type FirstFound = { readonly rowIds: Uint32Array; readonly isWhole: boolean };

/**
 * Finds the first rows that hold some words by reading the list from its top: a page shows them while the search for the
 * others goes on.
 *
 * @returns exactly `FIRST_FOUND` rows; null when hits are too rare, and for a word with several spellings
 */
export function firstPageOfSearch(db: Database) {
  const holds = rowHolds(db);
  return (plan: SearchPlan, query: FileQuery, order: SortedBy, among: Bitmap | null): FirstFound | null => {
    if (plan.groups.length === 0 || [...plan.groups, ...plan.without].some(({ sets }) => sets.length > 1)) return null;
    const nameFirst = query.nameFirst ?? false;
    const [names, all]: [number[], number[]] = [[], []];
    const isEnough = (looks: number): boolean => {
      if ((nameFirst ? names : all).length === FIRST_FOUND) return true;
      return (
        looks >= FIRST_LOOK &&
        (all.length >= FIRST_FOUND ? isTooRare(names.length, looks) : isTooRare(all.length, looks))
      );
    };
    let looks = 0;
    for (const rowId of inTurn(order, query.sort.descending)) {
      if (among !== null && !among.has(rowId)) continue;
      const held = holds(plan, rowId);
      if (held > 0) all.push(rowId);
      if (held > 1) names.push(rowId);
      looks += 1;
      if (isEnough(looks) || looks === MOST_LOOKED_AT) break;
    }
    if (nameFirst && names.length === FIRST_FOUND) return { rowIds: Uint32Array.from(names), isWhole: true };
    if (all.length < FIRST_FOUND) return null;
    return { rowIds: Uint32Array.from(all.slice(0, FIRST_FOUND)), isWhole: !nameFirst };
  };
}

/** Half of the hits that the average needs: an unlucky start gets a second chance. */
const isTooRare = (hits: number, looks: number): boolean => 2 * hits * MOST_LOOKED_AT < looks * FIRST_FOUND;

/** Whether a row is one of a search: 2 where its name says so, 1 where its other texts do, 0 where it is none. */
function rowHolds(db: Database): (plan: SearchPlan, rowId: number) => number {
  const select = db.prepare<[{ word: string; rowId: number }], unknown>(
    `SELECT ${HELD} FROM search_texts WHERE row_id = @rowId`,
  );
  select.pluck();
  type Group = SearchPlan['groups'][number];
  const heldOf = ({ sets, keyed }: Group, rowId: number): number => {
    let least = 2;
    for (const word of sets[0] ?? []) least = Math.min(least, Number(select.get({ word, rowId }) ?? 0));
    return least === 0 && keyed?.has(rowId) === true ? 1 : least;
  };
  return ({ groups, without }, rowId) => {
    let least = 2;
    for (const group of groups) if (least > 0) least = Math.min(least, heldOf(group, rowId));
    return least > 0 && without.some((group) => heldOf(group, rowId) > 0) ? 0 : least;
  };
}

function* inTurn({ valued, without }: SortedBy, descending: boolean): Iterable<number> {
  for (let at = 0; at < valued.length; at += 1) yield valued[descending ? valued.length - 1 - at : at] ?? 0;
  yield* without;
}
