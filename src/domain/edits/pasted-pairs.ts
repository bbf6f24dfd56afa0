/** A pair of a pasted line. */
export type PastedPair = readonly [key: string, value: string];

/**
 * Reads lines of `key=value`, where a value may hold further equals signs. Blank lines and blanks around a key or a value
 * do not count.
 *
 * @returns null for a text with a line of another form, and for one without any line
 */
export function pastedPairs(text: string): readonly PastedPair[] | null {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const pairs = lines.flatMap((line) => pairOf(line) ?? []);
  return pairs.length === 0 || pairs.length < lines.length ? null : pairs;
}

/** Without a regular expression: one that looks for blanks on both sides of a key tries each part of a long run of them. */
function pairOf(line: string): readonly [PastedPair] | null {
  const end = line.indexOf('=');
  const key = line.slice(0, Math.max(0, end)).trim();
  return key === '' ? null : [[key, line.slice(end + 1).trim()]];
}

/** What pasted pairs do to the pairs of an editor, counted by key. */
export type PasteEffect = { readonly added: number; readonly changed: number; readonly same: number };

/** @param before the pairs without those that are crossed out */
export function pasteEffect(before: readonly PastedPair[], pasted: readonly PastedPair[]): PasteEffect {
  const [held, last] = [new Map(before), new Map(pasted)];
  const same = [...last].filter(([key, value]) => held.get(key) === value).length;
  const added = [...last].filter(([key]) => !held.has(key)).length;
  return { added, changed: last.size - added - same, same };
}
