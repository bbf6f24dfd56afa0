import type { Database } from 'better-sqlite3';
import { spellingsOf } from '../../src/domain/cid.ts';
import { joined, vectorOf } from './rows.ts';
import { searchable } from './shown-file.ts';

/** Below three characters the trigram index has nothing to say. */
const SHORTEST_INDEXED = 3;

/** Whether the text index can tell where a text stands. @param wanted as texts are stored to be searched */
export const isIndexed = (wanted: string): boolean => [...wanted].length >= SHORTEST_INDEXED;

/**
 * Finds rows that hold a text, of any copy for indexed searches. A CID is found in whichever spelling the service keeps
 * it.
 *
 * @returns row ids in no order; null when the text is blank and finds everything
 */
export function rowSearch(db: Database): (copy: number, text: string) => Uint32Array | null {
  const indexed = db
    .prepare<[string], unknown>(
      /* sql */ `
      SELECT rowid FROM search_index WHERE search_index MATCH ? AND rowid NOT IN (SELECT row_id FROM index_backlog)
    `,
    )
    .pluck();
  const changed = db
    .prepare<[string], unknown>(
      /* sql */ `
      SELECT changed.row_id FROM index_backlog AS changed CROSS JOIN search_texts AS searched USING (row_id)
      WHERE instr(searched.text, ?) > 0
    `,
    )
    .pluck();
  const tail = db
    .prepare<[string], unknown>(
      /* sql */ `
      SELECT row_id FROM search_texts
      WHERE row_id > (SELECT indexed_through FROM index_progress) AND instr(text, ?) > 0
    `,
    )
    .pluck();
  const scanned = db
    .prepare<[number, string], unknown>('SELECT row_id FROM search_texts WHERE copy = ? AND instr(text, ?) > 0')
    .pluck();

  const everywhere = (wanted: string): Uint32Array =>
    joined([indexed.all(quoted(wanted)), changed.all(wanted), tail.all(wanted)].map(vectorOf));

  return (copy, text) => {
    const bare = text.trim();
    const wanted = searchable(bare);
    if (wanted === '') return null;
    if (!isIndexed(wanted)) return vectorOf(scanned.all(copy, wanted));
    return joined(spellingsOf(bare).map((spelling) => everywhere(searchable(spelling))));
  };
}

/** As one phrase: operators and marks of the query language are text like any other. */
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
