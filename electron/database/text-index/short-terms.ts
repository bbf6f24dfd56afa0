import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** What stands in more rows than this is found as quickly by reading every text. */
const MOST_ROWS = 200_000;
const LAST_CHARACTER = '\u{10FFFF}';

const termRow = z.object({ term: z.string(), doc: z.number() });

/**
 * The terms of the text index that begin with a text too short for it: together they stand wherever it stands, because
 * every text ends in more characters than a term has (`PADDING`).
 *
 * @returns null when they stand in so many rows that they are no use
 */
export function shortTerms(db: Database): (wanted: string) => readonly string[] | null {
  db.exec('CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_terms USING fts5vocab (search, search_index, row)');
  const select = db.prepare<[string, string], unknown>(
    'SELECT term, doc FROM temp.search_terms WHERE term >= ? AND term < ?',
  );
  return (wanted) => {
    const terms: string[] = [];
    let rows = 0;
    for (const found of select.iterate(wanted, wanted + LAST_CHARACTER)) {
      const { term, doc } = termRow.parse(found);
      rows += doc;
      if (rows > MOST_ROWS) return null;
      terms.push(term);
    }
    return terms;
  };
}
