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

/** Rows to read in one slice, where their texts have so many bytes on average. */
const slicedRows = (bytesOfText: unknown): number => {
  const rows = Math.floor(SCANNED_BYTES / Math.max(1, numberOf(bytesOfText)));
  return Math.min(MOST_SCANNED_ROWS, Math.max(SAMPLED_ROWS, rows));
};

/** Finds words in the texts themselves, for rows that the index lacks. */
export function searchTexts(db: Database) {
  const through = db.prepare<[], unknown>('SELECT indexed_through FROM index_progress').pluck();
  const last = db.prepare<[], unknown>('SELECT coalesce(max(row_id), 0) FROM search_texts').pluck();
  const bytesAfter = db
    .prepare<[number], unknown>(
      `SELECT coalesce(avg(octet_length(text)), 0) FROM (SELECT text FROM search_texts WHERE row_id > ? ORDER BY row_id LIMIT ${SAMPLED_ROWS})`,
    )
    .pluck();
  const selectNoted = db
    .prepare<[number], unknown>(
      `SELECT DISTINCT row_id FROM index_notes WHERE row_id > ? ORDER BY row_id LIMIT ${MOST_SCANNED_ROWS}`,
    )
    .pluck();
  const slice = holdingAll(db, 'row_id > @from AND row_id <= @to AND copy = @mirrorId');
  const among = wordsAmong(db);
  return {
    indexedThrough: (): number => numberOf(through.get()),
    /** Those of the rows with a note. */
    *changed(words: readonly string[]): Iterable<FoundRows> {
      for (let after: number | undefined = 0; after !== undefined;) {
        const noted = vectorOf(selectNoted.all(after));
        yield* among(noted, words);
        after = noted.at(-1);
      }
    },
    /** Those of some rows that hold all words. */
    among,
    *after(rowId: number, mirrorId: number, words: readonly string[]): Iterable<FoundRows> {
      const end = numberOf(last.get());
      for (let from = rowId; from < end;) {
        const to = from + slicedRows(bytesAfter.get(from));
        yield slice(words, { from, to, mirrorId });
        from = to;
      }
    },
  };
}

/** Finds words in the texts of some rows, in slices. */
function wordsAmong(db: Database): (rowIds: Uint32Array, words: readonly string[]) => Iterable<FoundRows> {
  const theirs = 'row_id IN (SELECT value FROM json_each(@rowIds))';
  const bytesOfText = db
    .prepare<[Bound], unknown>(`SELECT coalesce(avg(octet_length(text)), 0) FROM search_texts WHERE ${theirs}`)
    .pluck();
  const among = holdingAll(db, theirs);
  const named = (rowIds: Uint32Array) => ({ rowIds: JSON.stringify([...rowIds]) });
  return function* (rowIds, words) {
    for (let from = 0; from < rowIds.length;) {
      const to = from + slicedRows(bytesOfText.get(named(rowIds.subarray(from, from + SAMPLED_ROWS))));
      yield among(words, named(rowIds.subarray(from, to)));
      from = to;
    }
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
