import type { Database } from 'better-sqlite3';
import { joined, vectorOf } from '../sqlite/column-parsers.ts';
import { isDamage } from '../sqlite/errors.ts';
import { shortTerms } from './short-terms.ts';
import { type FoundRows, searchTexts } from './search-texts.ts';

/** A trigram index matches no phrase below three characters (https://sqlite.org/fts5.html#the_trigram_tokenizer). */
const SHORTEST_PHRASE = 3;
const INDEXED_ROWS = 20_000;

/** Folded words to find together in one row; of several such sets one is enough. */
export type WordSets = readonly (readonly string[])[];

type Wanted = {
  readonly mirrorId: number;
  readonly words: readonly string[];
  /** Leaves out the rows whose name lacks a word. */
  readonly namesOnly: boolean;
};

/** Finds the rows of a match expression by the text index, in parts. */
type MatchingRows = (expression: string) => Iterable<Uint32Array>;

/**
 * Searches by the index where it is up to date, and reads the texts that it lacks; a short text that is in most rows is
 * searched for in every text.
 *
 * Indexed rows may be of any mirror. Each part is read at its own moment: a row that changes meanwhile may be missed; a
 * row that is only indexed meanwhile never is.
 */
function searchParts(db: Database, matching: MatchingRows): (wanted: Wanted) => Iterable<FoundRows> {
  const texts = searchTexts(db);
  const termsBeginningWith = shortTerms(db);

  /** @param isWhole the phrases are all that is wanted; otherwise the texts of their rows decide */
  function* indexed(phrases: readonly string[], isWhole: boolean, { words, namesOnly }: Wanted): Iterable<FoundRows> {
    const [inName, others] = expressions(phrases);
    for (const rowIds of matching(inName))
      yield* isWhole ? [{ inName: rowIds, others: none }] : texts.among(rowIds, words);
    if (namesOnly) return;
    for (const rowIds of matching(others))
      yield* isWhole ? [{ inName: none, others: rowIds }] : texts.among(rowIds, words);
  }

  function* byIndex(wanted: Wanted): Iterable<FoundRows> {
    const { mirrorId, words } = wanted;
    const phrases = words.filter((word) => [...word].length >= SHORTEST_PHRASE);
    const shortest = phrases.length > 0 ? null : termsBeginningWith(words[0] ?? '');
    if (phrases.length === 0 && shortest === null) {
      yield* texts.after(0, mirrorId, words);
      return;
    }
    // Texts first: a row that is indexed meanwhile is then found twice, and never missed.
    yield* texts.changed(words);
    yield* texts.after(texts.indexedThrough(), mirrorId, words);
    if (shortest === null) yield* indexed(phrases, phrases.length === words.length, wanted);
    else for (const term of shortest) yield* indexed([term], words.length === 1, wanted);
  }

  return function* parts(wanted) {
    try {
      yield* byIndex(wanted);
    } catch (error) {
      if (!isDamage(error)) throw error;
      // The indexer finds the damage too and has the index rebuilt; the mirror holds all texts.
      yield* texts.after(0, wanted.mirrorId, wanted.words);
    }
  };
}

/** Finds rows in one go. */
export function rowSearch(db: Database): (mirrorId: number, sets: WordSets) => FoundRows {
  const search = searchParts(db, matchingRows(db));
  return (mirrorId, sets) => together(sets.flatMap((words) => [...search({ mirrorId, words, namesOnly: false })]));
}

/** All rows of an expression in one part. */
function matchingRows(db: Database): MatchingRows {
  const select = db.prepare<[string], unknown>(INDEXED).pluck();
  return (expression) => [vectorOf(select.all(expression))];
}

/**
 * The rows of an expression in parts. FTS5 reads its rows in order from the first, so the statement stays open between
 * the parts: the connection runs no other statement meanwhile.
 */
function slicedMatchingRows(db: Database): MatchingRows {
  const select = db.prepare<[string], unknown>(INDEXED).pluck();
  return function* (expression) {
    let part: unknown[] = [];
    for (const rowId of select.iterate(expression)) {
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

/** The match expressions of rows whose name holds all phrases, and of all others that hold them. */
function expressions(phrases: readonly string[]): readonly [string, string] {
  const all = phrases.map(quoted).join(' AND ');
  const inName = `name : (${all})`;
  return [inName, phrases.length === 1 ? `rest : (${all})` : `(${all}) NOT ${inName}`];
}

/** A phrase as an FTS5 string (https://sqlite.org/fts5.html#fts5_strings): operators in it are plain text. */
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const none = new Uint32Array();

const together = (parts: readonly FoundRows[]): FoundRows => ({
  inName: joined(parts.map(({ inName }) => inName)),
  others: joined(parts.map(({ others }) => others)),
});

/** Who waits for a search. `namesOnly`: the rows whose name holds the words are enough. */
export type SearchRequest = { readonly isWanted: () => boolean; readonly namesOnly?: boolean };

/** Finds rows that hold words, one search after the other, and yields between slices. */
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
    this.#search = searchParts(db, slicedMatchingRows(index));
  }

  /**
   * A row that changes meanwhile may be missed: the change is announced, and the page searches again.
   *
   * @param sets each with a word at least
   * @returns null once `isWanted` says no
   */
  find(mirrorId: number, sets: WordSets, request: SearchRequest): Promise<FoundRows | null> {
    const found = this.#last.then(() => (request.isWanted() ? this.#find(mirrorId, sets, request) : null));
    this.#last = found.catch(() => null);
    return found;
  }

  async #find(
    mirrorId: number,
    sets: WordSets,
    { isWanted, namesOnly = false }: SearchRequest,
  ): Promise<FoundRows | null> {
    const found: FoundRows[] = [];
    if (this.#isOver()) return together(found);
    this.#isBusy = true;
    try {
      for (const part of this.#parts(sets, mirrorId, namesOnly)) {
        found.push(part);
        await this.#yieldToEventLoop();
        if (!isWanted()) return null;
        if (this.#isOver()) break;
      }
      return together(found);
    } finally {
      this.#isBusy = false;
      if (this.#isClosed) this.#index.close();
    }
  }

  *#parts(sets: WordSets, mirrorId: number, namesOnly: boolean): Iterable<FoundRows> {
    for (const words of sets) yield* this.#search({ mirrorId, words, namesOnly });
  }

  // A call, because TypeScript takes a property that was read before an await for unchanged after it.
  readonly #isOver = (): boolean => this.#isClosed || !this.#db.open;

  /** SQLite closes no connection in the middle of a statement: a search under way closes it at its end. */
  close(): void {
    this.#isClosed = true;
    if (!this.#isBusy) this.#index.close();
  }
}
