import { nameEnds, type NameEnds } from '../../components/file/name-ends.ts';

/** Writing from right to left: a part of it stands on the other side of what follows (UAX 9). */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * The title of a change set in two parts, of which the first may be cut. A stored title ends with the name of its file, and
 * a language may have words after it: both stay in sight.
 *
 * @param shown the title in the person's language
 */
export function titleEnds(stored: string, shown: string): NameEnds {
  if (RIGHT_TO_LEFT.test(shown)) return { start: shown, end: '' };
  const { end } = nameEnds(stored);
  const at = end === '' ? -1 : shown.lastIndexOf(end);
  return at < 0 ? nameEnds(shown) : { start: shown.slice(0, at), end: shown.slice(at) };
}
