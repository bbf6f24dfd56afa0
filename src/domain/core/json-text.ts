/** Parses text from outside. @returns null when the text is not JSON */
export function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Bytes of memory for parts of parsed JSON, rounded up from what V8 takes on 64 bits; objects with keys of their own take most. */
const CONTAINER_BYTES = 72;
const PAIR_BYTES = 120;
const ITEM_BYTES = 16;
const STRING_BYTES = 24;
const CHARACTER_BYTES = 2;
/** For each comma and each container, rounded up too: lists of empty objects take most. */
const SOURCE_BYTES = 250;
/** A whole number that a double keeps, which has 15 significant digits (IEEE 754, `DBL_DIG`). */
const KEPT_NUMBER = /^(?:0|-?[1-9]\d{0,14})$/;

/** What a text takes once it is parsed. */
export type JsonWeight = {
  /** Of memory, and rather more than fewer. */
  readonly bytes: number;
  /** Levels of nesting where it is deepest: 1 for a list of numbers. */
  readonly levels: number;
  /** Bytes, when its numbers are to keep their source: `JSON.parse` notes that of each value for a reviver (V8). */
  readonly exactBytes: number;
  /** Whether a number may read otherwise when it is written again: 1.0, 1e3, -0, or more than 15 digits. */
  readonly hasOtherNumbers: boolean;
};

/**
 * Weighs a text before it is parsed: a parser that runs out of memory ends the whole process, because nothing interrupts it
 * (V8, `JSON.parse`), and `JSON.stringify` overflows the stack over a depth that `JSON.parse` takes.
 */
export function jsonWeight(text: string): JsonWeight {
  const weight = { bytes: text.length * CHARACTER_BYTES, levels: 0, exactBytes: 0, hasOtherNumbers: false };
  let [level, values] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '"') {
      at = endOfString(text, at);
      weight.bytes += STRING_BYTES;
    } else if (character === ':') weight.bytes += PAIR_BYTES;
    else if (character === ',') {
      weight.bytes += ITEM_BYTES;
      values += 1;
    } else if (character === '{' || character === '[') {
      weight.bytes += CONTAINER_BYTES;
      values += 1;
      level += 1;
      if (level > weight.levels) weight.levels = level;
    } else if (character === '}' || character === ']') level -= 1;
    else if (character === '-' || (character >= '0' && character <= '9')) {
      const end = endOfNumber(text, at);
      weight.hasOtherNumbers ||= !KEPT_NUMBER.test(text.slice(at, end));
      at = end - 1;
    }
  }
  weight.exactBytes = weight.bytes + values * SOURCE_BYTES;
  return weight;
}

/**
 * The place of the quotation mark that ends a string of JSON; the text's length without one.
 *
 * @param from the place of the first quotation mark
 */
export function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text[before - 1] === '\\') before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return text.length;
}

/** The place behind a number, or behind what begins as one. */
function endOfNumber(text: string, from: number): number {
  let end = from + 1;
  while ('0123456789.eE+-'.includes(text[end] ?? ' ')) end += 1;
  return end;
}
