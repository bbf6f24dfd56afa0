import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { foldedRaw, openRaw } from './raw-schema.ts';
import { typedTexts } from './searches.ts';
import { work } from './work.ts';

const HITS = 100;
/** A term in more texts than this is met often enough on a walk through the names. */
const COMMON = 2_000;

/**
 * The adaptive search: the first 100 by name. Short and common terms by a walk along the index of names until there are
 * 100, rare ones by the trigram index.
 */
export function rawSearch(db: Database): (text: string) => readonly unknown[] {
  const walk = db.prepare<[string, number]>(/* sql */ `
    SELECT row_id, name FROM files INDEXED BY files_by_name WHERE instr(text, ?) > 0 ORDER BY name_key, row_id LIMIT ?
  `);
  const counted = db
    .prepare<[string, number], number>(
      'SELECT count(*) FROM (SELECT rowid FROM search_index WHERE search_index MATCH ? LIMIT ?)',
    )
    .pluck();
  const rare = db.prepare<[string, number]>(/* sql */ `
    SELECT file.row_id, file.name FROM search_index CROSS JOIN files AS file ON file.row_id = search_index.rowid
    WHERE search_index MATCH ? ORDER BY file.name_key, file.row_id LIMIT ?
  `);
  return (text) => {
    const wanted = foldedRaw(text);
    if ([...wanted].length < 3) return walk.all(wanted, HITS);
    const phrase = `"${wanted.replaceAll('"', '""')}"`;
    return (counted.get(phrase, COMMON) ?? 0) >= COMMON ? walk.all(wanted, HITS) : rare.all(phrase, HITS);
  };
}

/** Every text that is typed, searched once before it is measured. */
export const rawSearches = work({
  name: 'rawSearches',
  module: import.meta.url,
  input: z.object({ databasePath: z.string(), runs: z.number() }),
  output: z.object({ ms: z.array(z.number()) }),
  run: ({ databasePath, runs }) => {
    const db = openRaw(databasePath, { synchronous: 'NORMAL' });
    const search = rawSearch(db);
    for (const text of typedTexts) search(text);
    const ms = Array.from({ length: runs }, () => typedTexts).flatMap((texts) =>
      texts.map((text) => {
        const began = performance.now();
        search(text);
        return performance.now() - began;
      }),
    );
    db.close();
    return { ms };
  },
});
