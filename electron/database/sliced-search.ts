import type { Database } from 'better-sqlite3';
import { searchParts, slicedPhraseRows } from './text-index/search.ts';
import { joined } from './sqlite/column-parsers.ts';

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
  constructor(db: Database, index: Database, breathe: () => Promise<void>) {
    this.#db = db;
    this.#index = index;
    this.#breathe = breathe;
    this.#search = searchParts(db, slicedPhraseRows(index));
  }

  /**
   * What changes meanwhile may be missed: that is announced, and asked for again.
   *
   * @param text not a blank one, which finds everything
   * @returns row ids in no order, some perhaps twice; null once `isWanted` says no
   */
  find(copy: number, text: string, isWanted: () => boolean): Promise<Uint32Array | null> {
    const found = this.#last.then(() => (isWanted() ? this.#find(copy, text, isWanted) : null));
    this.#last = found.catch(() => null);
    return found;
  }

  async #find(copy: number, text: string, isWanted: () => boolean): Promise<Uint32Array | null> {
    const found: Uint32Array[] = [];
    if (this.#isClosed) return joined(found);
    this.#isBusy = true;
    try {
      for (const part of this.#search(copy, text) ?? []) {
        found.push(part);
        await this.#breathe();
        if (!isWanted()) return null;
        if (this.#isClosed || !this.#db.open) break;
      }
      return joined(found);
    } finally {
      this.#isBusy = false;
      if (this.#isClosed) this.#index.close();
    }
  }

  /** A connection cannot be closed in the middle of a question: then it is closed when that notices. */
  close(): void {
    this.#isClosed = true;
    if (!this.#isBusy) this.#index.close();
  }
}
