import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { type CloseName, closeWords, piecesOf } from '../../../src/domain/files/close-words.ts';
import { fileSearch } from '../../../src/domain/files/search-terms.ts';
import { searchSpellings } from '../../../src/domain/signatures/search-spellings.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import type { SlicedSearch } from '../text-index/search.ts';

/** Names compared with the word: of a word that is in most names, these many tell as much as all. */
const MOST_NAMES = 20_000;
const SLICE_NAMES = 500;
const MOST_OFFERED = 5;

const namedRow = z.object({ row_id: z.number(), shown_name: z.string().nullable() });

type Ports = { readonly search: SlicedSearch; readonly yieldToEventLoop: () => Promise<void> };

/**
 * Finds words of names that are nearly the word of a search, for a search that found nothing. The text index leads to
 * names that hold a piece of the word; as many of them are compared as a person waits for. Yields between slices, and
 * stops once a later search is wanted.
 *
 * @returns the closest first, each with a name that has it; null once `isWanted` says no
 */
export function closeNames(db: Database, { search, yieldToEventLoop }: Ports) {
  const ids = mirrorIds(db);
  const select = db.prepare<[string, number], unknown>(/* sql */ `
    SELECT file.row_id, file.shown_name FROM json_each(?) AS wanted
    CROSS JOIN files AS file ON file.row_id = wanted.value WHERE file.copy = ?
  `);

  return async (
    connectionId: ConnectionId,
    text: string,
    isWanted: () => boolean,
  ): Promise<readonly CloseName[] | null> => {
    const mirrorId = ids.find(connectionId);
    const word = onlyWord(text);
    const pieces = word === null ? [] : piecesOf(word);
    if (mirrorId === null || word === null || pieces.length === 0) return [];
    const sets = pieces.map((piece) => [piece]);
    const found = await search.find(mirrorId, sets, { isWanted, namesOnly: true });
    if (found === null) return null;
    const rowIds = [...new Set(found.inName)].slice(0, MOST_NAMES);
    const closeWord = closeWords(word);
    const closest = new Map<string, CloseName>();
    for (let from = 0; from < rowIds.length; from += SLICE_NAMES) {
      if (!isWanted() || !db.open) return null;
      for (const row of select.all(JSON.stringify(rowIds.slice(from, from + SLICE_NAMES)), mirrorId)) {
        const name = namedRow.parse(row).shown_name ?? '';
        const close = closeWord(name);
        if (close !== null && !closest.has(close.word)) closest.set(close.word, { ...close, name });
      }
      await yieldToEventLoop();
    }
    return [...closest.values()].toSorted((a, b) => a.edits - b.edits).slice(0, MOST_OFFERED);
  };
}

/** The word of a search that is one word; null for any other, where nobody can tell which word was meant otherwise. */
function onlyWord(text: string): string | null {
  const { words, pairs, without } = fileSearch(text, searchSpellings);
  const [spellings, ...others] = words;
  const isOne = others.length + pairs.length + without.words.length + without.pairs.length === 0;
  const [word, ...more] = spellings ?? [];
  return isOne && word !== undefined && more.length === 0 ? word : null;
}
