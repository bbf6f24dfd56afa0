type Part = { readonly kind: 'any' } | { readonly kind: 'one' } | { readonly kind: 'letter'; readonly folded: string };

/** A pattern ends with an escape character, which PostgreSQL refuses too (SQLSTATE 22025, invalid_escape_sequence). */
export class TrailingEscapeError extends Error {
  override name = 'TrailingEscapeError';
}

const parsedPatterns = new Map<string, readonly Part[]>();
const PATTERNS_KEPT = 64;

/**
 * Whether a text matches a pattern of PostgreSQL's `ILIKE` (PostgreSQL, 9.7.1): `%` stands for any run of characters,
 * `_` for exactly one, a backslash makes the next character literal, and case is ignored in every script.
 *
 * @throws TrailingEscapeError when the pattern ends in a lone backslash
 */
export function matchesIlike(text: string, pattern: string): boolean {
  const parts = parsedPattern(pattern);
  const letters = Array.from(text, folded);
  let letterAt = 0;
  let partAt = 0;
  let lastAny = -1;
  let takenByLastAny = 0;
  // Only the last `%` ever needs to take more characters: the worst case is letters × parts, and never exponential.
  while (letterAt < letters.length) {
    const part = parts[partAt];
    if (part?.kind === 'any') {
      lastAny = partAt++;
      takenByLastAny = letterAt;
    } else if (part !== undefined && (part.kind === 'one' || part.folded === letters[letterAt])) {
      letterAt++;
      partAt++;
    } else if (lastAny >= 0) {
      partAt = lastAny + 1;
      letterAt = ++takenByLastAny;
    } else return false;
  }
  while (parts[partAt]?.kind === 'any') partAt++;
  return partAt === parts.length;
}

function parsedPattern(pattern: string): readonly Part[] {
  const known = parsedPatterns.get(pattern);
  if (known) return known;
  const parts: Part[] = [];
  const characters = Array.from(pattern)[Symbol.iterator]();
  for (const character of characters) {
    if (character === '%') parts.push({ kind: 'any' });
    else if (character === '_') parts.push({ kind: 'one' });
    else parts.push({ kind: 'letter', folded: folded(character === '\\' ? escaped(characters) : character) });
  }
  if (parsedPatterns.size >= PATTERNS_KEPT) parsedPatterns.clear();
  parsedPatterns.set(pattern, parts);
  return parts;
}

function escaped(characters: Iterator<string>): string {
  const next = characters.next();
  if (next.done) throw new TrailingEscapeError('The pattern must not end with an escape character');
  return next.value;
}

/** A character in lower case. A character whose lower case is several characters stays unchanged, as in PostgreSQL. */
function folded(character: string): string {
  const lower = character.toLowerCase();
  return Array.from(lower).length === 1 ? lower : character;
}
