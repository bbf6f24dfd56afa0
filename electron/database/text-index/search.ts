import type { Database } from 'better-sqlite3';
import { spellingsOf } from '../../../src/domain/signatures/cid.ts';
import { joined, numberOf, vectorOf } from '../sqlite/column-parsers.ts';
import { isDamage } from '../sqlite/errors.ts';
import { shortTerms } from './short-terms.ts';
import { searchable } from '../../../src/domain/core/text.ts';

/** A trigram index matches no phrase below three characters (https://sqlite.org/fts5.html#the_trigram_tokenizer). */
const SHORTEST_PHRASE = 3;
/** About 8 ms of reading. */
const SCANNED_ROWS = 20_000;
const INDEXED_ROWS = 20_000;

/** Finds the rows that hold a text, in parts of a few milliseconds each. @returns null for a text that every row holds */
type SearchParts = (mirrorId: number, text: string) => Iterable<Uint32Array> | null;

/** Finds the rows that hold a phrase, by the text index. */
type PhraseRows = (phrase: string) => Iterable<Uint32Array>;

/**
 * Searches by the index where it is up to date, and reads the texts that it lacks; a short text that is in most rows is
 * searched for in every text. A CID is found in whichever spelling the service keeps it.
 *
 * Parts hold row ids in no order, some perhaps twice, indexed ones of any mirror. Each part is read at its own moment: a
 * row that changes meanwhile may be missed; a row that is only indexed meanwhile never is.
 */
function searchParts(db: Database, holding: PhraseRows): SearchParts {
  const texts = textRows(db);
  const termsBeginningWith = shortTerms(db);

  function* byIndex(mirrorId: number, wanted: string): Iterable<Uint32Array> {
    const isPhrase = [...wanted].length >= SHORTEST_PHRASE;
    const phrases = isPhrase ? [wanted] : termsBeginningWith(wanted);
    if (phrases === null) {
      yield* texts.after(0, mirrorId, wanted);
      return;
    }
    // Texts first: a row that is indexed meanwhile is then found twice, and never missed.
    yield texts.changed(wanted);
    yield* texts.after(texts.indexedThrough(), mirrorId, wanted);
    for (const phrase of phrases) yield* holding(phrase);
  }

  function* parts(mirrorId: number, wanted: string): Iterable<Uint32Array> {
    try {
      yield* byIndex(mirrorId, wanted);
    } catch (error) {
      if (!isDamage(error)) throw error;
      // The indexer finds the damage too and has the index rebuilt; the mirror holds all texts.
      yield* texts.after(0, mirrorId, wanted);
    }
  }

  return (mirrorId, text) => {
    const bare = text.trim();
    if (searchable(bare) === '') return null;
    return (function* () {
      for (const spelling of spellingsOf(bare)) yield* parts(mirrorId, searchable(spelling));
    })();
  };
}

/** Finds the rows that hold a text in one go. @returns null for a blank text, which every row holds */
export function rowSearch(db: Database): (mirrorId: number, text: string) => Uint32Array | null {
  const search = searchParts(db, phraseRows(db));
  return (mirrorId, text) => {
    const parts = search(mirrorId, text);
    return parts === null ? null : joined([...parts]);
  };
}

/** All rows of a phrase in one part. */
function phraseRows(db: Database): PhraseRows {
  const select = db.prepare<[string], unknown>(INDEXED).pluck();
  return (phrase) => [vectorOf(select.all(quoted(phrase)))];
}

/**
 * The rows of a phrase in parts. FTS5 reads its rows in order from the first, so the statement stays open between the
 * parts: the connection runs no other statement meanwhile.
 */
function slicedPhraseRows(db: Database): PhraseRows {
  const select = db.prepare<[string], unknown>(INDEXED).pluck();
  return function* (phrase) {
    let part: unknown[] = [];
    for (const rowId of select.iterate(quoted(phrase))) {
      part.push(rowId);
      if (part.length < INDEXED_ROWS) continue;
      yield vectorOf(part);
      part = [];
    }
    yield vectorOf(part);
  };
}

const INDEXED = /* sql */ `
  SELECT rowid FROM search_index
  WHERE search_index MATCH ? AND rowid <= (SELECT indexed_through FROM index_progress)
    AND rowid NOT IN (SELECT row_id FROM index_notes)
`;

function textRows(db: Database) {
  const through = db.prepare<[], unknown>('SELECT indexed_through FROM index_progress').pluck();
  const changed = db
    .prepare<[string], unknown>(
      /* sql */ `
      SELECT searched.row_id FROM search_texts AS searched
      WHERE searched.row_id IN (SELECT row_id FROM index_notes) AND instr(searched.text, ?) > 0
    `,
    )
    .pluck();
  const slice = db
    .prepare<[number, number, number, string], unknown>(
      'SELECT row_id FROM search_texts WHERE row_id > ? AND row_id <= ? AND copy = ? AND instr(text, ?) > 0',
    )
    .pluck();
  const last = db.prepare<[], unknown>('SELECT coalesce(max(row_id), 0) FROM search_texts').pluck();
  return {
    indexedThrough: (): number => numberOf(through.get()),
    changed: (wanted: string): Uint32Array => vectorOf(changed.all(wanted)),
    *after(rowId: number, mirrorId: number, wanted: string): Iterable<Uint32Array> {
      const end = numberOf(last.get());
      for (let from = rowId; from < end; from += SCANNED_ROWS)
        yield vectorOf(slice.all(from, from + SCANNED_ROWS, mirrorId, wanted));
    },
  };
}

/** A phrase as an FTS5 string (https://sqlite.org/fts5.html#fts5_strings): operators in it are plain text. */
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Finds rows that hold a text, one search after the other, and yields between slices. */
export class SlicedSearch {
  readonly #db: Database;
  readonly #index: Database;
  readonly #yieldToEventLoop: () => Promise<void>;
  readonly #search: ReturnType<typeof searchParts>;
  #last: Promise<unknown> = Promise.resolve();
  #isBusy = false;
  #isClosed = false;

  /** @param index a second connection to the same file, for this search alone, which closes it */
  constructor(db: Database, index: Database, yieldToEventLoop: () => Promise<void>) {
    this.#db = db;
    this.#index = index;
    this.#yieldToEventLoop = yieldToEventLoop;
    this.#search = searchParts(db, slicedPhraseRows(index));
  }

  /**
   * A row that changes meanwhile may be missed: the change is announced, and the page searches again.
   *
   * @param text not a blank one, which finds everything
   * @returns row ids in no order, some perhaps twice; null once `isWanted` says no
   */
  find(mirrorId: number, text: string, isWanted: () => boolean): Promise<Uint32Array | null> {
    const found = this.#last.then(() => (isWanted() ? this.#find(mirrorId, text, isWanted) : null));
    this.#last = found.catch(() => null);
    return found;
  }

  async #find(mirrorId: number, text: string, isWanted: () => boolean): Promise<Uint32Array | null> {
    const found: Uint32Array[] = [];
    if (this.#isOver()) return joined(found);
    this.#isBusy = true;
    try {
      for (const part of this.#search(mirrorId, text) ?? []) {
        found.push(part);
        await this.#yieldToEventLoop();
        if (!isWanted()) return null;
        if (this.#isOver()) break;
      }
      return joined(found);
    } finally {
      this.#isBusy = false;
      if (this.#isClosed) this.#index.close();
    }
  }

  // A call, because TypeScript takes a property that was read before an await for unchanged after it.
  readonly #isOver = (): boolean => this.#isClosed || !this.#db.open;

  /** SQLite closes no connection in the middle of a statement: a search under way closes it at its end. */
  close(): void {
    this.#isClosed = true;
    if (!this.#isBusy) this.#index.close();
  }
}
