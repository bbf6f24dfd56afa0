import { z } from 'zod';
import { parseJsonOrNull } from '../core/json-text.ts';
import { withoutByteOrderMark } from '../core/text.ts';

/** What CSV and its relatives put between two columns. */
const SEPARATOR = /[,;\t]/;
/** An array of texts; an array of objects is a table. */
const ARRAY_OF_TEXTS = /^\[\s*"/;

/**
 * Whether a text lists ids and nothing beside them, so that it is no table of edits.
 *
 * The first line decides: an array of JSON texts, or one column.
 */
export function isIdList(text: string): boolean {
  const start = withoutByteOrderMark(text).trimStart();
  if (start.startsWith('[') || start.startsWith('{')) return ARRAY_OF_TEXTS.test(start);
  const [first = ''] = start.split('\n', 1);
  return first !== '' && !SEPARATOR.test(first);
}

/** One list of ids below another, each id on a line of its own. A list below nothing stays as it is. */
export function joinedLists(above: string, below: string): string {
  if (above.trim() === '') return below;
  return `${ended(linesOf(above))}${linesOf(below).replace(COLUMN_NAME, '')}`;
}

/**
 * What stays of a text once a list was imported: the text without the list it began with, below the lines that brought no
 * file.
 */
export function textAfterImport(text: string, list: string, missed: readonly string[]): string {
  const [left, imported] = [withFieldEnds(text), withFieldEnds(list)];
  const begins = left.startsWith(ended(imported));
  const rest = left === imported ? '' : left.slice(begins ? ended(imported).length : 0);
  const lines = new Set(rest.split('\n').map((line) => line.trim()));
  return [...missed.filter((line) => !lines.has(line)), ...(rest === '' ? [] : [rest])].join('\n');
}

/** A text field gives the ends of lines like this once a person types in it. */
const withFieldEnds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
const ended = (list: string): string => (list.endsWith('\n') ? list : `${list}\n`);

/** The name of the one column, which is no name below other ids. */
const COLUMN_NAME = /^"?id"?\r?\n/i;
const textsOfArray = z.array(z.string());

function linesOf(list: string): string {
  const start = withoutByteOrderMark(list);
  const texts = ARRAY_OF_TEXTS.test(start.trimStart()) ? textsOfArray.safeParse(parseJsonOrNull(start)) : null;
  return texts?.success ? texts.data.join('\n') : start;
}
