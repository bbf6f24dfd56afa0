import type { Database } from 'better-sqlite3';
import { spellingsOf } from '../../src/domain/cid.ts';
import { joined, numberOf, vectorOf } from './rows.ts';
import { searchable } from './shown-file.ts';
import { shortTerms } from './short-terms.ts';

/** Below three characters the trigram index knows no phrases. */
const SHORTEST_PHRASE = 3;
/** About 8 ms of reading texts, or of reading a common phrase in the index. */
const SCANNED_ROWS = 20_000;
const INDEXED_ROWS = 50_000;

/** Finds the rows that hold a text, in parts that each take a moment. @returns null for a text that finds everything */
export type SearchParts = (copy: number, text: string) => Iterable<Uint32Array> | null;

/**
 * Looks in the index where it is up to date, and reads the texts that are not in it yet; a text so short and so common
 * that the index is no use is looked for in every text. A CID is found in whichever spelling the service keeps it.
 *
 * Parts hold row ids in no order, some perhaps twice; indexed ones of any copy. Each is read at its own moment: what
 * changes meanwhile may be missed, and never what only goes into the index meanwhile.
 */
export function searchParts(db: Database): SearchParts {
  const index = indexedRows(db);
  const texts = textRows(db);
  const beginningWith = shortTerms(db);

  function* parts(copy: number, wanted: string): Iterable<Uint32Array> {
    const isPhrase = [...wanted].length >= SHORTEST_PHRASE;
    const phrases = isPhrase ? [wanted] : beginningWith(wanted);
    if (phrases === null) return yield* texts.after(0, copy, wanted);
    // First what is not indexed yet: a row that is taken into the index meanwhile is then met twice, and not missed.
    yield texts.changed(wanted);
    yield* texts.after(texts.indexedThrough(), copy, wanted);
    for (const phrase of phrases) yield* isPhrase ? index.inSlices(phrase) : [index.all(phrase)];
  }

  return (copy, text) => {
    const bare = text.trim();
    if (searchable(bare) === '') return null;
    return (function* () {
      for (const spelling of spellingsOf(bare)) yield* parts(copy, searchable(spelling));
    })();
  };
}

/** Finds the rows that hold a text in one go. @returns null when the text is blank and finds everything */
export function rowSearch(db: Database): (copy: number, text: string) => Uint32Array | null {
  const search = searchParts(db);
  return (copy, text) => {
    const parts = search(copy, text);
    return parts === null ? null : joined([...parts]);
  };
}

function indexedRows(db: Database) {
  const matching = 'SELECT rowid FROM search_index WHERE search_index MATCH ?';
  const current = 'rowid NOT IN (SELECT row_id FROM index_backlog)';
  const all = db.prepare<[string], unknown>(`${matching} AND ${current}`).pluck();
  const between = db
    .prepare<[string, number, number], unknown>(`${matching} AND rowid > ? AND rowid <= ? AND ${current}`)
    .pluck();
  const last = lastText(db);
  return {
    all: (phrase: string): Uint32Array => vectorOf(all.all(quoted(phrase))),
    *inSlices(phrase: string): Iterable<Uint32Array> {
      const end = last();
      for (let from = 0; from < end; from += INDEXED_ROWS)
        yield vectorOf(between.all(quoted(phrase), from, from + INDEXED_ROWS));
    },
  };
}

function textRows(db: Database) {
  const through = db.prepare<[], unknown>('SELECT indexed_through FROM index_progress').pluck();
  const changed = db
    .prepare<[string], unknown>(
      /* sql */ `
      SELECT changed.row_id FROM index_backlog AS changed CROSS JOIN search_texts AS searched USING (row_id)
      WHERE instr(searched.text, ?) > 0
    `,
    )
    .pluck();
  const slice = db
    .prepare<[number, number, number, string], unknown>(
      'SELECT row_id FROM search_texts WHERE row_id > ? AND row_id <= ? AND copy = ? AND instr(text, ?) > 0',
    )
    .pluck();
  const last = lastText(db);
  return {
    indexedThrough: (): number => numberOf(through.get()),
    changed: (wanted: string): Uint32Array => vectorOf(changed.all(wanted)),
    *after(rowId: number, copy: number, wanted: string): Iterable<Uint32Array> {
      const end = last();
      for (let from = rowId; from < end; from += SCANNED_ROWS)
        yield vectorOf(slice.all(from, from + SCANNED_ROWS, copy, wanted));
    },
  };
}

function lastText(db: Database): () => number {
  const select = db.prepare<[], unknown>('SELECT coalesce(max(row_id), 0) FROM search_texts').pluck();
  return () => numberOf(select.get());
}

/** As one phrase: operators and marks of the query language are text like any other. */
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
