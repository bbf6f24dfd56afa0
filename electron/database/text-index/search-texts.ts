import type { Database, Statement } from 'better-sqlite3';
import { numberOf, vectorOf } from '../sqlite/column-parsers.ts';

/** Rows that a search found; `inName`: those whose name holds all words. Ids in no order, some perhaps twice. */
export type FoundRows = { readonly inName: Uint32Array; readonly others: Uint32Array };

/** About 8 ms of reading: 20,000 short texts, or 2,000 of files with much metadata. */
const SCANNED_BYTES = 3_000_000;
const MOST_SCANNED_ROWS = 20_000;
/** Rows whose texts tell how long the next ones are. */
const SAMPLED_ROWS = 50;

/** The name in a text, which is its first line; a line feed in a name ends it early. */
const NAME = 'substr(text, 1, instr(text, char(10)) - 1)';

/** Whether a row holds `@word`: 2 where its name does, 1 where another of its texts does, else 0. */
export const HELD = `(instr(text, @word) > 0) + (instr(${NAME}, @word) > 0)`;

/** Whether a text holds all of some words. */
const holdsAll = (where: string, words: number): string =>
  Array.from({ length: words }, (_, at) => `instr(${where}, @w${at}) > 0`).join(' AND ');

/** Finds words in the texts themselves, for rows that the index lacks. */
export function searchTexts(db: Database) {
  const through = db.prepare<[], unknown>('SELECT indexed_through FROM index_progress').pluck();
  const last = db.prepare<[], unknown>('SELECT coalesce(max(row_id), 0) FROM search_texts').pluck();
  const bytesOfText = db
    .prepare<[number], unknown>(
      `SELECT coalesce(avg(octet_length(text)), 0) FROM (SELECT text FROM search_texts WHERE row_id > ? ORDER BY row_id LIMIT ${SAMPLED_ROWS})`,
    )
    .pluck();
  /** Rows to read in one slice after a row. */
  const slicedRows = (after: number): number => {
    const rows = Math.floor(SCANNED_BYTES / Math.max(1, numberOf(bytesOfText.get(after))));
    return Math.min(MOST_SCANNED_ROWS, Math.max(SAMPLED_ROWS, rows));
  };
  const changed = holdingAll(db, 'row_id IN (SELECT row_id FROM index_notes)');
  const slice = holdingAll(db, 'row_id > @from AND row_id <= @to AND copy = @mirrorId');
  const among = holdingAll(db, 'row_id IN (SELECT value FROM json_each(@rowIds))');
  return {
    indexedThrough: (): number => numberOf(through.get()),
    changed: (words: readonly string[]): FoundRows => changed(words, {}),
    /** Those of some rows that hold all words. */
    among: (rowIds: Uint32Array, words: readonly string[]): FoundRows =>
      among(words, { rowIds: JSON.stringify([...rowIds]) }),
    *after(rowId: number, mirrorId: number, words: readonly string[]): Iterable<FoundRows> {
      const end = numberOf(last.get());
      for (let from = rowId; from < end;) {
        const to = from + slicedRows(from);
        yield slice(words, { from, to, mirrorId });
        from = to;
      }
    },
  };
}

type Bound = Readonly<Record<string, string | number>>;

/** Rows of a condition that hold all words, by where they hold them. */
function holdingAll(db: Database, condition: string): (words: readonly string[], bound: Bound) => FoundRows {
  const prepared = new Map<number, Statement<[Bound], unknown>>();
  const prepare = (words: number): Statement<[Bound], unknown> =>
    db
      .prepare<[Bound], unknown>(
        /* sql */ `
        SELECT CASE WHEN ${holdsAll(NAME, words)} THEN row_id ELSE -row_id END
        FROM search_texts WHERE ${condition} AND ${holdsAll('text', words)}
      `,
      )
      .pluck();
  return (words, bound) => {
    const statement = prepared.get(words.length) ?? prepare(words.length);
    prepared.set(words.length, statement);
    const named = Object.fromEntries(words.map((word, at) => [`w${at}`, word]));
    const rows = statement.all({ ...bound, ...named }).map(Number);
    return {
      inName: vectorOf(rows.filter((row) => row > 0)),
      others: vectorOf(rows.filter((row) => row < 0).map((row) => -row)),
    };
  };
}
