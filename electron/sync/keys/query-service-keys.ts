import type { ApiKey } from '../../../src/domain/keys/api-key.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { ok, type Result } from '../../../src/domain/core/result.ts';
import type { Service } from '../../remote/service.ts';
import type { ServiceKeyFilters } from '../../../src/domain/keys/queries.ts';

/** A person waits for it, and the exchange shares its turns. */
export const MOST_REQUESTS = 60;

export type ServiceKeysAnswer = {
  readonly keys: readonly ApiKey[];
  readonly requests: number;
  readonly setAside: number;
  readonly isWhole: boolean;
};

/** Which ways the list is asked: whether the unfiltered one holds revoked keys is unknown, as in a check. */
const waysOf = ({ revoked }: ServiceKeyFilters): readonly (true | null)[] =>
  revoked === true ? [true] : revoked === false ? [null] : [null, true];

/** The service's own answer to its own filters, unfolded page by page; nothing is written to the copy. */
export async function queryServiceKeys(
  service: Pick<Service, 'listKeys'>,
  filters: ServiceKeyFilters,
  signal: AbortSignal,
): Promise<Result<ServiceKeysAnswer, RemoteFailure>> {
  const met = new Map<string, ApiKey>();
  let requests = 0;
  let setAside = 0;
  for (const revoked of waysOf(filters)) {
    for (let offset = 0, isMore = true; isMore;) {
      if (requests === MOST_REQUESTS) return ok({ keys: fitting(met, filters), requests, setAside, isWhole: false });
      const page = await service.listKeys(offset, revoked, signal, narrowed(filters));
      requests += 1;
      if (!page.ok) return page;
      setAside += page.value.setAside;
      offset += page.value.rows;
      isMore = remember(met, page.value.items);
    }
  }
  return ok({ keys: fitting(met, filters), requests, setAside, isWhole: setAside === 0 });
}

/** Setting `revoked` to false is not known to mean "not revoked" to a service, so those are taken out here. */
const fitting = (met: ReadonlyMap<string, ApiKey>, { revoked }: ServiceKeyFilters): readonly ApiKey[] =>
  [...met.values()].filter((key) => revoked !== false || !key.revoked);

const narrowed = ({ limitedUse, exhausted, name }: ServiceKeyFilters) => ({ limitedUse, exhausted, name });

/** @returns whether the page brought anything new; one that does not ends the walk */
function remember(met: Map<string, ApiKey>, items: readonly { readonly key: ApiKey }[]): boolean {
  const before = met.size;
  for (const { key } of items) met.set(key.id, key);
  return met.size > before;
}
