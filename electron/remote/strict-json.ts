import { endOfString } from '../../src/domain/core/json-text.ts';
import { fail, ok, type Result } from '../../src/domain/core/result.ts';

/** A number with more digits than a double keeps; `JSON.stringify` writes all of them (ECMA-262, `JSON.rawJSON`). */
type ExactNumber = { readonly rawJSON: string };

type Reviver = (this: unknown, member: string, value: unknown, place: { readonly source?: string }) => unknown;

declare global {
  // TypeScript 6.0 declares no types for ECMAScript 2026's "JSON.parse source text access".
  interface JSON {
    parse(text: string, reviver: Reviver): unknown;
    rawJSON(text: string): ExactNumber;
    isRawJSON(value: unknown): value is ExactNumber;
  }
}

/** Levels of nesting. Deeper values overflow the stack of `structuredClone` and `JSON.stringify`. */
export const DEEPEST = 64;

/**
 * Parses JSON (RFC 8259) down to 64 levels. A number that a double would change (an integer above 2^53, 1e400) becomes
 * an `ExactNumber`: an update sends untouched metadata back, and must send the same digits.
 *
 * @returns a message when the text is nested deeper or is not JSON
 */
export function parseStrictly(text: string): Result<unknown, string> {
  if (isTooDeep(text)) return fail(`the answer is nested deeper than ${DEEPEST} levels`);
  try {
    return ok(NEEDS_CARE.test(text) ? parseExactly(text, isKept) : JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return fail('the answer is not JSON');
    throw error;
  }
}

/** Finds texts that may contain such a number. A reviver is slow, so other texts are parsed without one. */
const NEEDS_CARE = /(?:^|[:,[])\s*-?\d(?:[\d.]{15}|[\d.]*[eE])/;

/**
 * Parses JSON; a number that is not kept becomes an `ExactNumber`.
 *
 * @param isKeptNumber whether a number may be one, by its value and its source
 * @throws SyntaxError for text that is no JSON, RangeError for text that is nested some thousands of levels deep
 */
export const parseExactly = (text: string, isKeptNumber: (value: number, source: string) => boolean): unknown =>
  JSON.parse(text, (_member, value, { source }) =>
    typeof value !== 'number' || source === undefined || isKeptNumber(value, source) ? value : JSON.rawJSON(source),
  );

/** A double keeps 15 significant digits (IEEE 754, `DBL_DIG`); of longer numbers it keeps some by chance. */
function isKept(value: number, source: string): boolean {
  if (String(value) === source) return true;
  const digits = source.replace(/e.*/i, '').replaceAll(/\D/g, '');
  return Number.isFinite(value) && digits.length <= 15 && (value !== 0 || !/[1-9]/.test(digits));
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at);
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      if (++depth > DEEPEST) return true;
    } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth--;
  }
  return false;
}

/** JSON's structural characters (RFC 8259, 2), the quotation mark and the backslash, as UTF-16 code units. */
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const BACKSLASH = 0x5c;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
