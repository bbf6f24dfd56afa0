import type { TextRange } from '../core/text-matches.ts';
import type { FileRow } from '../files/file.ts';
import { holdsOne, lackedBy, nameMatches } from '../files/match-reason.ts';
import { fileSearch, type FileSearch } from '../files/search-terms.ts';
import { digestKeyOf } from '../signatures/cid.ts';
import { searchSpellings } from '../signatures/search-spellings.ts';
import type { AskedWords } from './asked-words.ts';

/** Files that the palette shows. */
export const MOST_PALETTE_FILES = 8;

const termsOf = (words: string): FileSearch => fileSearch(words, searchSpellings);

/** How a file answers: 3 by its id or CID, 2 by its name, 1 by something else, such as its metadata. */
function scoreOf(row: FileRow, words: string): number {
  if (isNamedBy(row, words)) return 3;
  return nameAnswers(row.name ?? '', termsOf(words)) ? 2 : 1;
}

/** Whether a name alone answers a search: it has all words, and none that is left out. */
function nameAnswers(name: string, terms: FileSearch): boolean {
  const lacked = lackedBy(name, terms);
  const isWhole = terms.words.length > 0 && lacked.words.length === 0 && lacked.pairs.length === 0;
  return isWhole && !terms.without.words.some((word) => holdsOne(name, word));
}

/** The places of a file's name that the words mean. */
export const foundIn = ({ name }: FileRow, { scope, words }: AskedWords): readonly TextRange[] =>
  scope === 'everything' ? nameMatches(name ?? '', termsOf(words)) : [];

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
