import type { ApiKey } from '../../../src/domain/keys/api-key.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { ok, type Result } from '../../../src/domain/core/result.ts';
import type { Service } from '../../remote/service.ts';
import type { ServiceKeyFilters } from '../../../src/domain/keys/queries.ts';

/** Most requests of one comparison: a person waits for it, and sync shares the rate limit. */
export const MOST_REQUESTS = 60;

/** The keys a service lists; `isWhole` is false when rows could not be read or requests ran out. */
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
      if (requests === MOST_REQUESTS) return ok({ keys: fitting(found, filters), requests, setAside, isWhole: false });
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
