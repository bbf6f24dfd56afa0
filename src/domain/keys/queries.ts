import { z } from 'zod';
import { dayRange } from '../core/text.ts';
import { keyCondition, type KeyCondition } from './api-key.ts';
import { permissionGroup } from './scopes.ts';

/** What the key list can be sorted by: a column, or `look` for what needs one. */
export const keyColumn = z.enum(['look', 'name', 'uses', 'condition', 'created', 'updated']);

/** Filters that the service itself has for its list of keys, with its meaning. */
export const serviceKeyFilters = z.object({
  /** true: only revoked; false: only keys that are not; null: both. */
  revoked: z.boolean().nullable(),
  limitedUse: z.boolean(),
  /** Only together with `limitedUse`. */
  exhausted: z.boolean(),
  /** An ILIKE pattern (`%` and `_` are wildcards) over the whole name; null matches all. */
  name: z.string().max(1_002).nullable(),
});

export type ServiceKeyFilters = Readonly<z.infer<typeof serviceKeyFilters>>;

/** Filters and order of a key list: the service's filters, and those that only the mirror can answer. */
export const keyQuery = serviceKeyFilters.extend({
  condition: keyCondition.nullable(),
  /** Text to find in the names of granted scopes; empty finds everything. */
  scope: z.string().max(200),
  /** Keys of this permission group; null for all. */
  power: permissionGroup.nullable(),
  /** Keys known to be unused for this many days, 1 to 3,650; null for all. */
  unusedDays: z.number().int().min(1).max(3_650).nullable(),
  created: dayRange.nullable(),
  updated: dayRange.nullable(),
  /** `missing`: the last complete scan did not see the key. */
  listed: z.enum(['any', 'listed', 'missing']),
  /** Whether to list only keys in force: listed, not revoked, not used up. */
  inForce: z.boolean(),
  sort: z.object({ column: keyColumn, descending: z.boolean() }),
});

export type KeyQuery = Readonly<z.infer<typeof keyQuery>>;

const everyKey: KeyQuery = {
  ...{ condition: null, revoked: null, limitedUse: false, exhausted: false, name: null },
  ...{ scope: '', power: null, unusedDays: null, created: null, updated: null, listed: 'any', inForce: false },
  sort: { column: 'look', descending: false },
};

/** The service's own filters that come nearest to each condition. */
const NEAREST: Record<KeyCondition, Pick<KeyQuery, 'revoked' | 'limitedUse' | 'exhausted'>> = {
  active: { revoked: false, limitedUse: false, exhausted: false },
  limited: { revoked: false, limitedUse: true, exhausted: false },
  exhausted: { revoked: false, limitedUse: true, exhausted: true },
  revoked: { revoked: true, limitedUse: false, exhausted: false },
};

/** What a list of keys asks where nobody chose more than a condition; null for all keys. */
export const usualKeyQuery = (condition: KeyCondition | null): KeyQuery =>
  condition === null ? everyKey : { ...everyKey, condition, ...NEAREST[condition] };

type Part =
  { readonly kind: 'anyRun' } | { readonly kind: 'one' } | { readonly kind: 'letter'; readonly letter: string };

/**
 * Whether the whole `text` matches `pattern` as in PostgreSQL's ILIKE (manual, 9.7.1): `%` any run, `_` one character, a
 * backslash escapes (at the end of a pattern, an error there, it matches nothing), without case in every script. A character is a code point. Takes at
 * most text length × pattern length steps: only the last `%` ever has to take more.
 */
export function matchesIlike(text: string, pattern: string): boolean {
  if (endsInEscape(pattern)) return false;
  const parts = partsOf(pattern);
  const letters = Array.from(text, lowerCase);
  let at = 0;
  let part = 0;
  let lastRun = -1;
  let lastRunEnd = 0;
  while (at < letters.length) {
    const wanted = parts[part];
    if (wanted?.kind === 'anyRun') {
      lastRun = part++;
      lastRunEnd = at;
    } else if (wanted !== undefined && (wanted.kind === 'one' || wanted.letter === letters[at])) {
      at++;
      part++;
    } else if (lastRun >= 0) {
      part = lastRun + 1;
      at = ++lastRunEnd;
    } else return false;
  }
  return parts.slice(part).every(({ kind }) => kind === 'anyRun');
}

/**
 * Whether a pattern ends in a backslash that escapes nothing. PostgreSQL answers with the error 22025, "LIKE pattern must not
 * end with escape character", and so do services over it.
 */
export const endsInEscape = (pattern: string): boolean => (/\\*$/.exec(pattern)?.[0].length ?? 0) % 2 === 1;

function partsOf(pattern: string): readonly Part[] {
  const parts: Part[] = [];
  const characters = Array.from(pattern);
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? '';
    if (character === '%') parts.push({ kind: 'anyRun' });
    else if (character === '_') parts.push({ kind: 'one' });
    else if (character === '\\') parts.push({ kind: 'letter', letter: lowerCase(characters[++at] ?? '\\') });
    else parts.push({ kind: 'letter', letter: lowerCase(character) });
  }
  return parts;
}

/** Lower case of one character; a character whose lower case is several stays as it is, as in PostgreSQL. */
function lowerCase(character: string): string {
  const lower = character.toLowerCase();
  return [...lower].length === 1 ? lower : character;
}
