import type { Database } from 'better-sqlite3';
import { spellingsOf } from '../../../src/domain/signatures/cid.ts';
import { joined, numberOf, vectorOf } from '../sqlite/column-parsers.ts';
import { isDamage } from '../sqlite/errors.ts';
import { shortTerms } from './short-terms.ts';
import { searchable } from '../../../src/domain/core/search-text.ts';

/** Below three characters the trigram index knows no phrases. */
const SHORTEST_PHRASE = 3;
/** About 8 ms of reading. */
const SCANNED_ROWS = 20_000;
const INDEXED_ROWS = 20_000;

/** Finds the rows that hold a text, in parts that each take a moment. @returns null for a text that finds everything */
export type SearchParts = (mirrorId: number, text: string) => Iterable<Uint32Array> | null;

/** Answers which rows hold a phrase, as the text index has them. */
export type PhraseRows = (phrase: string) => Iterable<Uint32Array>;

/**
 * Looks in the index where it is up to date, and reads the texts that are not in it yet; a text so short and so common
 * that the index is no use is looked for in every text. A CID is found in whichever spelling the service keeps it.
 *
 * Parts hold row ids in no order, some perhaps twice; indexed ones of any copy. Each is read at its own moment: what
 * changes meanwhile may be missed, and never what only goes into the index meanwhile.
 */
export function searchParts(db: Database, holding: PhraseRows): SearchParts {
  const texts = textRows(db);
  const beginningWith = shortTerms(db);

  function* byIndex(mirrorId: number, wanted: string): Iterable<Uint32Array> {
    const isPhrase = [...wanted].length >= SHORTEST_PHRASE;
    const phrases = isPhrase ? [wanted] : beginningWith(wanted);
    if (phrases === null) {
      yield* texts.after(0, mirrorId, wanted);
      return;
    }
    // First what is not indexed yet: a row that is taken into the index meanwhile is then met twice, and not missed.
    yield texts.changed(wanted);
    yield* texts.after(texts.indexedThrough(), mirrorId, wanted);
    for (const phrase of phrases) yield* holding(phrase);
  }

  function* parts(mirrorId: number, wanted: string): Iterable<Uint32Array> {
    try {
      yield* byIndex(mirrorId, wanted);
    } catch (error) {
      if (!isDamage(error)) throw error;
      // Whoever writes the index finds that out and has another made; the texts are all there.
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

/** Finds the rows that hold a text in one go. @returns null when the text is blank and finds everything */
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
 * The rows of a phrase in parts. The index cannot be asked for a part of its rows without going through those before it,
 * so that the question stays open between the parts: nothing else can be asked over this connection meanwhile.
 */
export function slicedPhraseRows(db: Database): PhraseRows {
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

/** As one phrase: operators and marks of the query language are text like any other. */
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Finds rows that hold a text, one question after the other, and lets others have their turn while it does. */
export class SlicedSearch {
  readonly #db: Database;
  readonly #index: Database;
  readonly #breathe: () => Promise<void>;
  readonly #search: ReturnType<typeof searchParts>;
  #last: Promise<unknown> = Promise.resolve();
  #isBusy = false;
  #isClosed = false;

  /** @param index another connection to the same file, used for nothing else and closed with this */
  constructor(db: Database, index: Database, yieldToEventLoop: () => Promise<void>) {
    this.#db = db;
    this.#index = index;
    this.#breathe = yieldToEventLoop;
    this.#search = searchParts(db, slicedPhraseRows(index));
  }

  /**
   * What changes meanwhile may be missed: that is announced, and asked for again.
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
        await this.#breathe();
        if (!isWanted()) return null;
        if (this.#isOver()) break;
      }
      return joined(found);
    } finally {
      this.#isBusy = false;
      if (this.#isClosed) this.#index.close();
    }
  }

  // A call: the compiler takes a property that was read before an await for unchanged after it.
  readonly #isOver = (): boolean => this.#isClosed || !this.#db.open;

  /** A connection cannot be closed in the middle of a question: then it is closed when that notices. */
  close(): void {
    this.#isClosed = true;
    if (!this.#isBusy) this.#index.close();
  }
}
