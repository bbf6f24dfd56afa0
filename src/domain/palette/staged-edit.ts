import { valueProblem, textProblem } from '../core/text.ts';
import type { BulkOperation } from '../edits/bulk.ts';

/** An edit that typed words ask for. */
export type StagedEdit = Extract<BulkOperation, { kind: 'setKey' | 'numberNames' }>;

const RENAME = /^rename\s+(?:(?:the\s+)?selection\s+|selected\s+|all\s+)?to\s+(.+)$/iu;
/** A colon needs a blank after it: `ipfs:x` and a time of day are no pairs. */
const PAIR = /^([^=]+?)\s*(?:=|:\s)\s*(.+)$/u;
const DIGITS = 3;

/**
 * The edit that the words ask for: `rename to court-` gives the files one name and a number, `tier = gold` sets a metadata
 * key, and so does `tier gold` where `tier` is a known key.
 *
 * @param files whose edit it would be: one file alone is renamed in its row
 * @returns null where the words ask for none
 */
export function stagedEdit(words: string, knownKeys: readonly string[], files: number): StagedEdit | null {
  const typed = words.trim();
  const stem = RENAME.exec(typed)?.[1];
  if (stem !== undefined) return files > 1 ? numbered(stem) : null;
  const [, key = '', value = ''] = PAIR.exec(typed) ?? [];
  if (key !== '') return pair(key, value);
  const known = knownKeys
    .filter((one) => typed.toLowerCase().startsWith(`${one.toLowerCase()} `))
    .toSorted((a, b) => b.length - a.length)[0];
  return known === undefined ? null : pair(known, typed.slice(known.length).trim());
}

const pair = (key: string, value: string): StagedEdit | null =>
  textProblem(key) === null && value !== '' && valueProblem(value) === null ? { kind: 'setKey', key, value } : null;

const numbered = (stem: string): StagedEdit | null =>
  textProblem(stem) === null ? { kind: 'numberNames', stem, first: 1, digits: DIGITS } : null;
