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

/** A list that is still to be read, and how many rows were taken out of it. */
export type RemainingList = { readonly text: string; readonly known: number };

/**
 * Takes known rows out of the text of a list before anything of it is parsed. What is left says exactly what the whole
 * did: a row is only taken out when it is the very text that is kept, and a list that is written in any other way than
 * ours is left whole, whatever is wrong with it.
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
/** Nothing else may follow: a second list of files would be the one that counts. */
const TAIL = /\](?:,"next_page_token":(?:null|"[^"\\]*"))?\}\}\s*$/y;
const ID = /^\{"id":"([^"\\]*)"/;
/** Brackets around a row. */
const DEPTH_OF_ROWS = 3;

function rowsOf(text: string, network: Network): readonly UnreadRow[] | null {
  if (!text.startsWith(HEAD)) return null;
  const rows: UnreadRow[] = [];
  for (let at = HEAD.length; ;) {
    const end = endOfRow(text, at);
    if (end === null) return null;
    const raw = text.slice(at, end);
    // Whatever else may be called so: only the text as a whole decides.
    rows.push({ record: { network, id: ID.exec(raw)?.[1] ?? '' }, raw });
    if (text.charCodeAt(end) === COMMA) at = end + 1;
    else {
      TAIL.lastIndex = end;
      return TAIL.test(text) ? rows : null;
    }
  }
}

/** @returns the place after an object that begins here; null when none does, or it is not closed, or nested too deep */
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
