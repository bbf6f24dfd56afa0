import { ok, type Result } from '../../../src/domain/core/result.ts';
import type { ApiKey } from '../../../src/domain/keys/api-key.ts';
import { nameSearchAfter, patternOf } from '../../../src/domain/keys/name-pattern.ts';
import { endsInEscape, matchesIlike, type ServiceKeyFilters } from '../../../src/domain/keys/queries.ts';
import { nameSearchOf, type NameSearchTrait } from '../../../src/domain/service/name-search.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import type { Service } from '../../remote/service.ts';

/** Most requests of one comparison: a person waits for it, and sync shares the rate limit. */
export const MOST_REQUESTS = 60;
/** Keys after which no other page is asked for: they are in memory, and one page may have as many. */
const ENOUGH_KEYS = 100_000;

/** The keys a service lists; `isWhole` is false when rows could not be read, or the list was left. */
export type ServiceKeysAnswer = {
  readonly keys: readonly ApiKey[];
  readonly requests: number;
  readonly setAside: number;
  readonly isWhole: boolean;
};

/** The `revoked` filters to query: whether the unfiltered list has revoked keys is unknown, as in a pull. */
const revokedFiltersOf = ({ revoked }: ServiceKeyFilters): readonly (true | null)[] =>
  revoked === true ? [true] : revoked === false ? [null] : [null, true];

/** The service's answer to its own filters, read page by page. The mirror stays as it is. */
export async function queryServiceKeys(
  service: Pick<Service, 'listKeys'>,
  filters: ServiceKeyFilters,
  signal: AbortSignal,
): Promise<Result<ServiceKeysAnswer, RemoteFailure>> {
  const found = new Map<string, ApiKey>();
  let requests = 0;
  let setAside = 0;
  for (const revoked of revokedFiltersOf(filters)) {
    for (let offset = 0, isMore = true; isMore;) {
      if (requests === MOST_REQUESTS || found.size >= ENOUGH_KEYS)
        return ok({ keys: fitting(found, filters), requests, setAside, isWhole: false });
      const page = await service.listKeys(offset, revoked, signal, narrowed(filters));
      requests += 1;
      if (!page.ok) return page;
      setAside += page.value.setAside;
      offset += page.value.rows;
      isMore = remember(found, page.value.items);
    }
  }
  return ok({ keys: fitting(found, filters), requests, setAside, isWhole: setAside === 0 });
}

/** A service may not take `revoked=false` for "not revoked", so revoked keys are removed here. */
const fitting = (found: ReadonlyMap<string, ApiKey>, { revoked }: ServiceKeyFilters): readonly ApiKey[] =>
  [...found.values()].filter((key) => revoked !== false || !key.revoked);

const narrowed = ({ limitedUse, exhausted, name }: ServiceKeyFilters) => ({ limitedUse, exhausted, name });

/** @returns whether the page brought a new key; a page without one ends the query */
function remember(found: Map<string, ApiKey>, items: readonly { readonly key: ApiKey }[]): boolean {
  const before = found.size;
  for (const { key } of items) found.set(key.id, key);
  return found.size > before;
}

/** What an answer taught about the `name` filter, and how many requests the control question took. */
type LearntSearch = { readonly trait: NameSearchTrait; readonly requests: number };

/**
 * Learns from an answer how the service reads the `name` filter. A name in the answer speaks for itself. A name that the answer
 * leaves out counts only when the service shows that it still has that key, which one control question by its plain
 * name tells: every reading finds it.
 *
 * @param mirrored keys of the mirror that match the filters beside the name
 */
export async function learnNameSearch(
  service: Pick<Service, 'listKeys'>,
  filters: ServiceKeyFilters,
  answer: ServiceKeysAnswer,
  mirrored: readonly ApiKey[],
  before: NameSearchTrait,
  signal: AbortSignal,
): Promise<LearntSearch> {
  const typed = filters.name;
  if (typed === null || endsInEscape(typed)) return { trait: before, requests: 0 };
  const suspect = answer.isWhole ? suspectOf(typed, answer.keys, mirrored, before) : null;
  const { leftOut, requests } = suspect === null ? unasked : await askFor(suspect, service, filters, signal);
  const answered = answer.keys.flatMap(({ name }) => name ?? []);
  return { trait: nameSearchAfter(before, { typed, answered, leftOut }), requests };
}

/** What the control question showed, which is nothing without one. */
type Control = { readonly leftOut: readonly string[]; readonly requests: number };
const unasked: Control = { leftOut: [], requests: 0 };

async function askFor(
  suspect: NamedKey,
  service: Pick<Service, 'listKeys'>,
  filters: ServiceKeyFilters,
  signal: AbortSignal,
): Promise<Control> {
  const control = await queryServiceKeys(service, { ...filters, name: suspect.name }, signal);
  if (!control.ok) return unasked;
  const { keys, requests } = control.value;
  const isThere = keys.some(({ id, name }) => id === suspect.id && name === suspect.name);
  return { leftOut: isThere ? [suspect.name] : [], requests };
}

type NamedKey = { readonly id: ApiKey['id']; readonly name: string };

/** A name without characters that one reading takes for a wildcard or an escape. */
const PLAIN = /^[^\\%_]+$/;

/** A key that the answer should have had, with a name that all readings find. */
function suspectOf(
  typed: string,
  answered: readonly ApiKey[],
  mirrored: readonly ApiKey[],
  before: NameSearchTrait,
): NamedKey | null {
  const ids = new Set(answered.map(({ id }) => id));
  const pattern = patternOf(nameSearchOf(before), typed);
  const fits = ({ id, name }: NamedKey): boolean => PLAIN.test(name) && !ids.has(id) && matchesIlike(name, pattern);
  const named = mirrored.flatMap(({ id, name }): NamedKey[] => (name === null ? [] : [{ id, name }]));
  return named.find(fits) ?? null;
}
