import { z } from 'zod';
import { folded } from '../core/text.ts';

/** Parts of a word that are shorter stand in nearly every name. */
const SHORTEST_PIECE = 3;
const SHORTEST_WORD = 4;
/** Words of so many letters may differ by two edits and still be meant. */
const TWO_EDITS_FROM = 9;
/** A longer word is an address or an identifier, which nobody types. */
const LONGEST_WORD = 40;

/** A word of a name that is nearly the one searched for. `edits`: letters put in, left out, exchanged or swapped. */
export type CloseWord = { readonly word: string; readonly edits: number };

/** A close word with a name that has it, as shown. */
export const closeName = z.object({ word: z.string(), edits: z.number(), name: z.string() });
export type CloseName = Readonly<z.infer<typeof closeName>>;

/** Edits by which a word may differ and still be meant; 0 for a word too short, or too long, to tell. */
export function mostEdits(word: string): number {
  const { length } = [...word];
  if (length < SHORTEST_WORD || length > LONGEST_WORD) return 0;
  return length < TWO_EDITS_FROM ? 1 : 2;
}

/**
 * Texts of which a close word holds one: an edit changes one part of a word and leaves the others, and two letters that
 * were swapped may stand in two parts. An edit in the middle of four or five letters is missed.
 *
 * @param word folded
 */
export function piecesOf(word: string): readonly string[] {
  const letters = [...word];
  const edits = mostEdits(word);
  if (edits === 0) return [];
  const size = Math.max(SHORTEST_PIECE, Math.floor(letters.length / (edits + 1)));
  const parts = Array.from({ length: edits + 1 }, (_, at) =>
    // The last part ends with the word, so that short words have two that overlap.
    at === edits ? letters.slice(-size) : letters.slice(at * size, (at + 1) * size),
  );
  const swapped = letters.slice(1).map((letter, at) => letters.with(at, letter).with(at + 1, letters[at] ?? ''));
  return [...new Set([...parts, ...swapped].map((piece) => piece.join('')))].filter((piece) => piece !== word);
}

/**
 * Finds the word of a name that is closest to another one. Names share their words: each is compared once.
 *
 * @param word folded
 */
export function closeWords(word: string): (name: string) => CloseWord | null {
  const most = mostEdits(word);
  const known = new Map<string, number | null>();
  const editsOf = (one: string): number | null => {
    // A letter may take two units of UTF-16.
    if (Math.abs(one.length - word.length) > 2 * most) return null;
    const before = known.get(one);
    if (before !== undefined) return before;
    const edits = editsBetween(one, word, most);
    known.set(one, edits);
    return edits;
  };
  return (name) => {
    let closest: CloseWord | null = null;
    for (const [one] of folded(name).matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      const edits = editsOf(one);
      if (edits !== null && edits < (closest?.edits ?? Number.POSITIVE_INFINITY)) closest = { word: one, edits };
    }
    return closest;
  };
}

/** The fewest edits from one word to another, two swapped neighbours counting as one; null for more than `most`, and for none. */
function editsBetween(from: string, to: string, most: number): number | null {
  const [a, b] = [[...from], [...to]];
  if (Math.abs(a.length - b.length) > most) return null;
  let before: readonly number[] = [];
  let row: readonly number[] = b.map((_, at) => at).concat(b.length);
  for (const [at, letter] of a.entries()) {
    const next = [at + 1];
    for (const [place, other] of b.entries()) {
      const cost = letter === other ? 0 : 1;
      const isSwapped = letter === b[place - 1] && other === a[at - 1];
      next.push(
        Math.min(
          ...[(row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1, (row[place] ?? 0) + cost],
          ...(isSwapped ? [(before[place - 1] ?? 0) + 1] : []),
        ),
      );
    }
    if (Math.min(...next) > most) return null;
    [before, row] = [row, next];
  }
  const edits = row.at(-1) ?? 0;
  return edits === 0 || edits > most ? null : edits;
}
