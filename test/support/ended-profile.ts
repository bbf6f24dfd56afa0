import { join } from 'node:path';
import { mirrorIds } from '../../electron/database/mirror/mirror-ids.ts';
import { indexQueue } from '../../electron/database/text-index/index-queue.ts';
import { openTextIndexer } from '../../electron/database/text-index/indexer.ts';
import { openProfile, type OpenProfile } from '../../electron/database/profile/open-profile.ts';
import { rowSearch } from '../../electron/database/text-index/search.ts';
import { openToRead } from '../../electron/database/text-index/open-text-index.ts';
import { connectionA } from './builders.ts';
import { openedAtMs, temporaryDirectory } from './database.ts';

/** A profile that can be ended at any moment, with what its threads would be doing just then. */
export class EndedProfile {
  readonly directory = temporaryDirectory();
  #profile: OpenProfile;
  /** What the indexer has done and the copy has not heard of. */
  #untold: ReturnType<ReturnType<typeof openTextIndexer>['slice']> = null;

  constructor() {
    this.#profile = this.#open();
  }

  #open(): OpenProfile {
    const opened = openProfile(this.directory, openedAtMs);
    if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
    return opened.value;
  }

  get mirror(): OpenProfile['mirror'] {
    return this.#profile.mirror;
  }

  /** One turn of the indexer, which is not told yet. */
  slice(limitRows = 2): void {
    const indexer = openTextIndexer(this.#profile.mirrorPath);
    this.#untold = indexer.slice(limitRows);
    indexer.close();
  }

  tell(): void {
    if (this.#untold !== null) indexQueue(this.mirror).record(this.#untold);
    this.#untold = null;
  }

  all(): void {
    do {
      this.slice(100);
      this.tell();
    } while (indexQueue(this.mirror).isBehind());
  }

  /** The end of the program and another start; `between` is what happens to its files. */
  restart(between: () => void = () => undefined): void {
    this.#profile.close();
    this.#untold = null;
    between();
    this.#profile = this.#open();
  }

  path(name: string): string {
    return join(this.directory, name);
  }

  /** How a word is found by a new reader, and by reading every text. */
  found(word: string): { readonly found: readonly number[]; readonly held: readonly unknown[] } {
    const db = openToRead(this.#profile.mirrorPath, 1);
    try {
      const copy = mirrorIds(db).find(connectionA) ?? 0;
      const held = db.prepare('SELECT row_id FROM search_texts WHERE copy = ? AND instr(text, ?) > 0 ORDER BY 1');
      const { inName, others } = rowSearch(db)(copy, [[word]]);
      const found = new Set([...inName, ...others]);
      return { found: [...found].toSorted((a, b) => a - b), held: held.pluck().all(copy, word) };
    } finally {
      db.close();
    }
  }

  close(): void {
    this.#profile.close();
  }
}
