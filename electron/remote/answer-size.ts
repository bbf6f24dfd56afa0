import { endOfString } from '../../src/domain/core/json-text.ts';
import { CLOSE_BRACE, CLOSE_BRACKET, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE } from './strict-json.ts';

/** The rows of a list in its JSON. */
export type ListSize = {
  /** Levels of nesting around a row. */
  readonly depthOfRows: number;
  readonly mostRows: number;
};

/** A hundred of the largest pages that this app asks for: a service may ignore the limit and send all files at once. */
export const fileListSize: ListSize = { depthOfRows: 3, mostRows: 100_000 };
/** The interface has no limit for a page of keys, so a service may send all of them at once. */
export const keyListSize: ListSize = { depthOfRows: 2, mostRows: 100_000 };

/** 57,000 keys of 35 values each, or 100,000 files of 20. */
const MOST_VALUES = 2_000_000;

/**
 * What an answer has too much of. Bytes do not tell it: a row may have two of them, and 4 kB of gzip hold a million rows.
 * They would be parsed and read in one go, during which the writing worker saves nothing.
 *
 * @param list null for an answer without rows
 * @returns null for an answer that may be parsed
 */
export function excessIn(text: string, list: ListSize | null): string | null {
  let depth = 0;
  let rows = 1;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at);
    else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth--;
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      depth++;
      values++;
    } else if (unit === COMMA) {
      values++;
      if (depth === list?.depthOfRows && ++rows > list.mostRows) return TOO_MANY_ROWS;
    }
    if (values > MOST_VALUES) return TOO_MANY_VALUES;
  }
  return null;
}

const TOO_MANY_ROWS = 'the answer has far more rows than this app asks for';
const TOO_MANY_VALUES = 'the answer has more values than this app reads';
