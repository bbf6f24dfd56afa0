import type { ApiKey } from '../../../src/domain/keys/api-key.ts';
import { nameSearchAfter, patternOf } from '../../../src/domain/keys/name-pattern.ts';
import { nameSearchOf, type NameSearchTrait } from '../../../src/domain/service/name-search.ts';
import { endsInEscape, matchesIlike, type ServiceKeyFilters } from '../../../src/domain/keys/queries.ts';
import type { Service } from '../../remote/service.ts';
import { queryServiceKeys, type ServiceKeysAnswer } from './query-service-keys.ts';

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
  const control = suspect === null ? null : await queryServiceKeys(service, { ...filters, name: suspect.name }, signal);
  const shown = control?.ok === true ? control.value.keys.find((key) => isSameName(key, suspect)) : undefined;
  const trait = nameSearchAfter(before, {
    typed,
    answered: answer.keys.flatMap(({ name }) => name ?? []),
    leftOut: shown?.name === undefined || shown.name === null ? [] : [shown.name],
  });
  return { trait, requests: control?.ok === true ? control.value.requests : 0 };
}

const isSameName = (key: ApiKey, other: ApiKey | null): boolean => key.id === other?.id && key.name === other.name;

/** A name without characters that one reading takes for a wildcard or an escape. */
const PLAIN = /^[^\\%_]+$/;

/** A key that the answer should have had, with a name that all readings find. */
function suspectOf(
  typed: string,
  answered: readonly ApiKey[],
  mirrored: readonly ApiKey[],
  before: NameSearchTrait,
): ApiKey | null {
  const ids = new Set(answered.map(({ id }) => id));
  const pattern = patternOf(nameSearchOf(before), typed);
  const fits = ({ id, name }: ApiKey): boolean =>
    name !== null && PLAIN.test(name) && !ids.has(id) && matchesIlike(name, pattern);
  return mirrored.find(fits) ?? null;
}
