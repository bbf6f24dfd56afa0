/** A name this short is never cut in its middle. */
const SHORT = 20;
/** The ending that always stays in sight: an extension, and the number before it. */
const END = 12;

/** What belongs to the character before it: marks, selectors of variants, joiners, and the second half of a pair. */
const BELONGS = /^[\p{M}\u200c\u200d]/u;
const JOINS = '\u200d';

/** A name in two parts, of which the first may be cut. The parts together are the name. */
export type NameEnds = { readonly start: string; readonly end: string };

/** The ending keeps an extension, and the number before it. */
export function nameEnds(name: string): NameEnds {
  if (name.length <= SHORT) return { start: name, end: '' };
  let at = name.length - END;
  // A few steps reach the beginning of any character that people write; a pile of marks is cut where it is.
  for (let steps = 0; steps < END && at > 0 && isWithin(name, at); steps += 1) at -= 1;
  return { start: name.slice(0, at), end: name.slice(at) };
}

function isWithin(name: string, at: number): boolean {
  const code = name.charCodeAt(at);
  return (code >= 0xdc00 && code <= 0xdfff) || BELONGS.test(name.slice(at, at + 2)) || name[at - 1] === JOINS;
}
