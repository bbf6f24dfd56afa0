import type { Database } from 'better-sqlite3';
import { isIndexed } from './row-search.ts';
import { joined, vectorOf } from './rows.ts';
import { searchable } from './shown-file.ts';

/** About 8 ms of reading, so that windows asked for meanwhile are not kept waiting. */
const SLICE_ROWS = 20_000;

/**
 * Finds rows that hold one or two characters by reading every text, and lets others have their turn while it does. What
 * changes meanwhile may be missed: that is announced, and asked for again.
 *
 * @returns row ids of one copy, or null once `isWanted` says no; undefined for a text that is found without reading all
 */
export function scanSearch(db: Database, breathe: () => Promise<void>) {
  const last = db.prepare<[], number | null>('SELECT max(row_id) FROM search_texts').pluck();
  const slice = db
    .prepare<[number, number, number, string], unknown>(
      'SELECT row_id FROM search_texts WHERE row_id > ? AND row_id <= ? AND copy = ? AND instr(text, ?) > 0',
    )
    .pluck();

  return async (copy: number, text: string, isWanted: () => boolean): Promise<Uint32Array | null | undefined> => {
    const wanted = searchable(text.trim());
    if (wanted === '' || isIndexed(wanted)) return undefined;
    const found: Uint32Array[] = [];
    const end = last.get() ?? 0;
    for (let from = 0; from < end; from += SLICE_ROWS) {
      found.push(vectorOf(slice.all(from, from + SLICE_ROWS, copy, wanted)));
      await breathe();
      if (!isWanted()) return null;
      if (!db.open) break;
    }
    return joined(found);
  };
}
