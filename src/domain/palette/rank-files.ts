import { folded } from '../core/text.ts';
import type { FileRow } from '../files/file.ts';
import { digestKeyOf } from '../signatures/cid.ts';
import type { AskedWords } from './asked-words.ts';

/** Files that the palette shows. */
export const MOST_PALETTE_FILES = 8;

/** How a file answers: 3 by its id or CID, 2 by its name, 1 by something else, such as its metadata. */
function scoreOf(row: FileRow, words: string): number {
  if (isNamedBy(row, words)) return 3;
  const name = folded(row.name ?? '');
  return folded(words)
    .split(/\s+/u)
    .every((word) => name.includes(word))
    ? 2
    : 1;
}

/** Whether the text is the id of the file, or its CID in whatever spelling. */
function isNamedBy(row: FileRow, text: string): boolean {
  const digest = digestKeyOf(text);
  return row.id === text || row.cid === text || (digest !== null && digest === digestKeyOf(row.cid));
}

/** Whether the text begins the id or the CID of the file: somebody is still typing it. */
const begins = (row: FileRow, text: string): boolean =>
  text !== '' && (row.id.startsWith(text) || row.cid.startsWith(text));

/** The first of the found files, those named by the words before others; in the scope of ids only those. */
export function rankFiles(rows: readonly FileRow[], { scope, words }: AskedWords): readonly FileRow[] {
  if (scope === 'commands' || words === '') return [];
  const named = scope === 'ids' ? rows.filter((row) => isNamedBy(row, words) || begins(row, words)) : rows;
  return named.toSorted((a, b) => scoreOf(b, words) - scoreOf(a, words)).slice(0, MOST_PALETTE_FILES);
}

/** Those of the files found for earlier words that the words now on screen name too. */
export const stillFound = (rows: readonly FileRow[], asked: AskedWords): readonly FileRow[] =>
  rankFiles(rows, asked).filter((row) => scoreOf(row, asked.words) > 1 || begins(row, asked.words));
