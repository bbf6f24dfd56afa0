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
