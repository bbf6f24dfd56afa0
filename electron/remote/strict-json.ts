import { fail, ok, type Result } from '../../src/domain/core/result.ts';

/** A number with more digits than JavaScript keeps; `JSON.stringify` writes it as it was received. */
type ExactNumber = { readonly rawJSON: string };

type Reviver = (this: unknown, member: string, value: unknown, place: { readonly source?: string }) => unknown;

declare global {
  // ECMAScript 2026, "JSON.parse source text access"; TypeScript has no library for it yet.
  interface JSON {
    parse(text: string, reviver: Reviver): unknown;
    rawJSON(text: string): ExactNumber;
    isRawJSON(value: unknown): value is ExactNumber;
  }
}

/** Brackets within brackets: deeper values cannot be cloned or written back without overflowing the stack. */
export const DEEPEST = 64;

/**
 * Parses JSON as the standard has it, down to 64 levels. A number that would change by being read (an integer above
 * 2^53, 1e400) is kept as an `ExactNumber`, because metadata nobody touched is sent back with an update.
 */
export function parseStrictly(text: string): Result<unknown, string> {
  if (isTooDeep(text)) return fail(`the answer is nested deeper than ${DEEPEST} levels`);
  try {
    return ok(NEEDS_CARE.test(text) ? JSON.parse(text, keepingDigits) : JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return fail('the answer is not JSON');
    throw error;
  }
}

/** A value that may be such a number: a reviver is slow, so it is used only then. */
const NEEDS_CARE = /(?:^|[:,[])\s*-?\d(?:[\d.]{15}|[\d.]*[eE])/;

function keepingDigits(
  this: unknown,
  _member: string,
  value: unknown,
  { source }: { readonly source?: string },
): unknown {
  return typeof value !== 'number' || source === undefined || isKept(value, source) ? value : JSON.rawJSON(source);
}

/** Up to 15 digits survive the way into a double and back, within its range; more do only by luck. */
function isKept(value: number, source: string): boolean {
  if (String(value) === source) return true;
  const digits = source.replace(/e.*/i, '').replaceAll(/\D/g, '');
  return Number.isFinite(value) && digits.length <= 15 && (value !== 0 || !/[1-9]/.test(digits));
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (isInString) {
      if (unit === BACKSLASH) at++;
      else if (unit === QUOTE) isInString = false;
    } else if (unit === QUOTE) isInString = true;
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      if (++depth > DEEPEST) return true;
    } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth--;
  }
  return false;
}

/** The characters that give JSON its shape, as code units. */
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const BACKSLASH = 0x5c;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
