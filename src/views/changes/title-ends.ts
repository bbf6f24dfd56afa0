import { isRightToLeft } from '../../domain/core/text.ts';
import { nameEnds, type NameEnds } from '../../components/file/name-ends.ts';

/** The most that a language has after the name: " entschieden (Konflikte: 1.000)". */
const WORDS_AFTER = 32;

/**
 * The title of a change set in two parts, of which the first may be cut. A stored title ends with the name of its file, and
 * a language may have words after it: both stay in sight.
 *
 * @param shown the title in the person's language
 */
export function titleEnds(stored: string, shown: string): NameEnds {
  // A part of such writing stands on the other side of what follows (UAX 9).
  if (isRightToLeft(shown)) return { start: shown, end: '' };
  const { end } = nameEnds(stored);
  // The end of a title with a short name begins with English words, which another language lacks.
  const last = [end, end.slice(end.lastIndexOf(' ') + 1)].find((part) => part !== '' && shown.includes(part));
  const at = last === undefined ? -1 : shown.lastIndexOf(last);
  if (last === undefined || shown.length - at - last.length > WORDS_AFTER) return nameEnds(shown);
  return { start: shown.slice(0, at), end: shown.slice(at) };
}
