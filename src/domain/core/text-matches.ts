import { folded } from './text.ts';

/** A part of a text, from one UTF-16 code unit to before another. No character is cut in half. */
export type TextRange = { readonly from: number; readonly to: number };

/** Characters of a text that are looked at; a match beyond them is found by the search and shown without marks. */
const LONGEST_LOOK = 10_000;

/** A folded text, and where in the text each of its code units comes from. */
type Traced = { readonly text: string; readonly from: readonly number[]; readonly to: readonly number[] };

/**
 * The places of a text that a search means, in order and apart from each other.
 *
 * @param wanted already folded, as the search folds it; empty finds nothing
 */
export function foldedMatches(text: string, wanted: string): readonly TextRange[] {
  const looked = text.slice(0, LONGEST_LOOK);
  // Most rows of a list do not need the slow look below.
  if (wanted === '' || !folded(looked).includes(wanted)) return [];
  const traced = trace(looked);
  const found: TextRange[] = [];
  for (let at = traced.text.indexOf(wanted); at >= 0; at = traced.text.indexOf(wanted, at + wanted.length)) {
    const from = traced.from[at] ?? 0;
    const to = traced.to[at + wanted.length - 1] ?? looked.length;
    const last = found.at(-1);
    // One letter may fold to two, of which one match has the first and the next match the second.
    if (last !== undefined && from < last.to) found[found.length - 1] = { from: last.from, to };
    else found.push({ from, to });
  }
  return found;
}

/** Folds character by character. A mark that folds to nothing belongs to the character before it. */
function trace(text: string): Traced {
  const from: number[] = [];
  const to: number[] = [];
  let all = '';
  let at = 0;
  for (const character of text) {
    const piece = folded(character);
    const start = at;
    at += character.length;
    if (piece === '') for (let unit = to.length - 1; unit >= 0 && to[unit] === start; unit -= 1) to[unit] = at;
    for (let unit = 0; unit < piece.length; unit += 1) {
      from.push(start);
      to.push(at);
    }
    all += piece;
  }
  return { text: all, from, to };
}

/** Ranges in order, those that touch or overlap made one. */
export function joinedRanges(found: readonly TextRange[]): readonly TextRange[] {
  const ranges: TextRange[] = [];
  for (const range of found.toSorted((a, b) => a.from - b.from)) {
    const last = ranges.at(-1);
    if (last === undefined || range.from > last.to) ranges.push(range);
    else ranges[ranges.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
  }
  return ranges;
}

/** The ranges as they lie in a part of the text, counted from its beginning. */
export const rangesWithin = (ranges: readonly TextRange[], from: number, to: number): readonly TextRange[] =>
  ranges.flatMap((range) => {
    const within = { from: Math.max(range.from, from) - from, to: Math.min(range.to, to) - from };
    return within.from < within.to ? [within] : [];
  });

/** A text in pieces, which together are the text. */
export type Piece = { readonly text: string; readonly isMatch: boolean };

export function piecesOf(text: string, ranges: readonly TextRange[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { from, to } of ranges) {
    pieces.push({ text: text.slice(at, from), isMatch: false }, { text: text.slice(from, to), isMatch: true });
    at = to;
  }
  pieces.push({ text: text.slice(at), isMatch: false });
  return pieces.filter((piece) => piece.text !== '');
}

/** What stands before a match in an excerpt, in UTF-16 code units. */
const BEFORE = 6;

/** A text from shortly before its first match on, with an ellipsis where its beginning is left out. */
export function excerptOf(
  text: string,
  wanted: string,
): { readonly text: string; readonly matches: readonly TextRange[] } {
  const [first] = foldedMatches(text, wanted);
  if (first === undefined || first.from <= 2 * BEFORE) return { text, matches: foldedMatches(text, wanted) };
  const isHalf = /[\udc00-\udfff]/.test(text.charAt(first.from - BEFORE));
  const excerpt = `…${text.slice(first.from - BEFORE + (isHalf ? 1 : 0))}`;
  return { text: excerpt, matches: foldedMatches(excerpt, wanted) };
}
