import {
  type NameSearch,
  nameSearch,
  type NameSearchEvidence,
  nameSearchOf,
  type NameSearchTrait,
} from '../service/name-search.ts';
import { endsInEscape, type KeyQuery, matchesIlike } from './queries.ts';

const plain = (typed: string): string => typed.replaceAll(/[\\%_]/g, '\\$&');

const PATTERNS: Readonly<Record<NameSearch, (typed: string) => string>> = {
  wholeName: (typed) => typed,
  insideName: (typed) => `%${typed}%`,
  insideLiterally: (typed) => `%${plain(typed)}%`,
  exactName: plain,
};

/** The ILIKE pattern over a whole name that means what a service with this reading takes the typed text for. */
export const patternOf = (search: NameSearch, typed: string): string => PATTERNS[search](typed);

/** The query to the mirror that finds what a service with this reading finds. */
export const inMirror = (query: KeyQuery, search: NameSearch): KeyQuery => ({
  ...query,
  name: query.name === null ? null : patternOf(search, query.name),
});

/** The answer to a typed name: names in it, and names that are on the service and not in it. */
export type NameAnswer = {
  readonly typed: string;
  readonly answered: readonly string[];
  /** Only names that the service has just shown: a key of the mirror may be gone. */
  readonly leftOut: readonly string[];
};

/**
 * What an answer adds to the trait. Answers that no reading explains together begin anew with the last one, because a
 * service may change.
 *
 * @returns the same trait when the answer refutes nothing new
 */
export function nameSearchAfter(before: NameSearchTrait, answer: NameAnswer): NameSearchTrait {
  const now = nameSearch.options.filter((search) => contradiction(search, answer) !== null);
  const added = now.filter((search) => !before.refuted.includes(search));
  if (added.length === 0 || now.length === nameSearch.options.length) return before;
  const all = nameSearch.options.filter((search) => before.refuted.includes(search) || now.includes(search));
  const refuted = all.length === nameSearch.options.length ? now : all;
  const was = nameSearchOf(before);
  if (nameSearchOf({ refuted }) === was) return { ...before, refuted };
  return { refuted, decidedBy: contradiction(was, answer), evidence: null };
}

/** What of an answer speaks against a reading; null when nothing does. */
function contradiction(search: NameSearch, { typed, answered, leftOut }: NameAnswer): NameSearchEvidence | null {
  const matches = (name: string): boolean => matchesIlike(name, patternOf(search, typed));
  const [unasked, missing] = [answered.find((name) => !matches(name)), leftOut.find(matches)];
  if (unasked !== undefined) return { kind: 'unasked', typed, name: unasked };
  return missing === undefined ? null : { kind: 'leftOut', typed, name: missing };
}

/** The pattern that finds a typed text anywhere in a name; null when the text does so already, or cannot. */
export function insideOffer(search: NameSearch, typed: string): string | null {
  const hasWildcard = /^(?:[^\\%]|\\.)*%/su.test(typed);
  const isOffered = search === 'wholeName' && typed !== '' && !hasWildcard && !endsInEscape(typed);
  return isOffered ? `%${typed}%` : null;
}
