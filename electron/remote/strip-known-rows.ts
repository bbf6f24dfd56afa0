import type { Network } from '../../src/domain/core/ids.ts';
import type { KeepUnknownRows, UnreadRow } from './service.ts';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  DEEPEST,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './strict-json.ts';

/** The text of a list without its known rows, and the number of rows that were stripped. */
export type RemainingList = { readonly text: string; readonly known: number };

/**
 * Strips known rows from the text of a list before the parser sees it. The remaining text means the same: a row is
 * stripped only when its text equals the mirror's text, and a list in any other form than the expected one stays whole.
 *
 * @throws the error of `keepUnknown`
 */
export function stripKnownRows(text: string, network: Network, keepUnknown: KeepUnknownRows): RemainingList {
  const rows = rowsOf(text, network);
  if (rows === null) return { text, known: 0 };
  const left = keepUnknown(rows);
  if (left.length === rows.length) return { text, known: 0 };
  const end = rows.reduce((length, { raw }) => length + raw.length + 1, HEAD.length - 1);
  const rest = left.map(({ raw }) => raw).join(',') + text.slice(end);
  return { text: HEAD + rest, known: rows.length - left.length };
}

const HEAD = '{"data":{"files":[';
/**
 * The end of the list. No second list may follow: of a repeated name the last value counts (ECMA-262, `JSON.parse`).
 */
const TAIL = /\](?:,"next_page_token":(?:null|"[^"\\]*"))?\}\}\s*$/y;
const ID = /^\{"id":"([^"\\]*)"/;
/** Levels of nesting around a row. */
const DEPTH_OF_ROWS = 3;

function rowsOf(text: string, network: Network): readonly UnreadRow[] | null {
  if (!text.startsWith(HEAD)) return null;
  const rows: UnreadRow[] = [];
  for (let at = HEAD.length; ;) {
    const end = endOfRow(text, at);
    if (end === null) return null;
    const raw = text.slice(at, end);
    // A wrong id does no harm: only equal texts make a row known.
    rows.push({ record: { network, id: ID.exec(raw)?.[1] ?? '' }, raw });
    if (text.charCodeAt(end) === COMMA) at = end + 1;
    else {
      TAIL.lastIndex = end;
      return TAIL.test(text) ? rows : null;
    }
  }
}

/** @returns the index after the object that starts at `from`; null when it is absent, open or nested too deep */
function endOfRow(text: string, from: number): number | null {
  if (text.charCodeAt(from) !== OPEN_BRACE) return null;
  let depth = DEPTH_OF_ROWS;
  let isInString = false;
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isInString) {
      if (unit === BACKSLASH) at++;
      else if (unit === QUOTE) isInString = false;
    } else if (unit === QUOTE) isInString = true;
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      if (++depth > DEEPEST) return null;
    } else if ((unit === CLOSE_BRACE || unit === CLOSE_BRACKET) && --depth === DEPTH_OF_ROWS) return at + 1;
  }
  return null;
}
