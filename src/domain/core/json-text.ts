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

/** What a text takes once it is parsed. */
export type JsonWeight = {
  /** Of memory, and rather more than fewer. */
  readonly bytes: number;
  /** Levels of nesting where it is deepest: 1 for a list of numbers. */
  readonly levels: number;
};

/**
 * Weighs a text before it is parsed: a parser that runs out of memory ends the whole process, because nothing interrupts it
 * (V8, `JSON.parse`), and `JSON.stringify` overflows the stack over a depth that `JSON.parse` takes.
 */
export function jsonWeight(text: string): JsonWeight {
  let bytes = text.length * CHARACTER_BYTES;
  let [level, levels] = [0, 0];
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
      continue;
    }
    if (character === '"') {
      isInString = true;
      bytes += STRING_BYTES;
    } else if (character === ',') bytes += ITEM_BYTES;
    else if (character === ':') bytes += PAIR_BYTES;
    else if (character === '{' || character === '[') {
      bytes += CONTAINER_BYTES;
      level += 1;
      if (level > levels) levels = level;
    } else if (character === '}' || character === ']') level -= 1;
  }
  return { bytes, levels };
}
