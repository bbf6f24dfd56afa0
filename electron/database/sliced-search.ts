import type { Database } from 'better-sqlite3';
import { searchParts } from './row-search.ts';
import { joined } from './rows.ts';

export type SlicedSearch = (copy: number, text: string, isWanted: () => boolean) => Promise<Uint32Array | null>;

/**
 * Finds rows that hold a text, and lets others have their turn while it does. What changes meanwhile may be missed: that
 * is announced, and asked for again.
 *
 * @returns row ids in no order, some perhaps twice; null once `isWanted` says no. Blank texts find everything and are not
 *   for this
 */
export function slicedSearch(db: Database, breathe: () => Promise<void>): SlicedSearch {
  const search = searchParts(db);
  return async (copy, text, isWanted) => {
    const found: Uint32Array[] = [];
    for (const part of search(copy, text) ?? []) {
      found.push(part);
      await breathe();
      if (!isWanted()) return null;
      if (!db.open) break;
    }
    return joined(found);
  };
}
