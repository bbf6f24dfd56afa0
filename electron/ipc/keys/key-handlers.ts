import type { ServiceComparison } from '../../../src/contract/keys.ts';
import type { Capability } from '../../../src/domain/connections/connection.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import type { ApiKey } from '../../../src/domain/keys/api-key.ts';
import { type OnlyThereReason, onlyThereReasonOf } from '../../../src/domain/keys/key-comparison.ts';
import { patternOf } from '../../../src/domain/keys/name-pattern.ts';
import type { ServiceKeyFilters } from '../../../src/domain/keys/queries.ts';
import { nameSearchOf } from '../../../src/domain/service/name-search.ts';
import { learnNameSearch, queryServiceKeys } from '../../sync/keys/query-service-keys.ts';
import type { SyncPorts } from '../../sync/ports.ts';
import { serviceFailure } from '../connections/connection-failures.ts';
import type { HandlerContext } from '../handler-context.ts';
import type { SomeHandlers } from '../router.ts';
import { withService } from '../with-service.ts';

type Context = Pick<HandlerContext, 'announce' | 'clock' | 'connections' | 'keyAlerts' | 'keysHere'>;

const LONGEST_MS = 120_000;
/** The most keys that a comparison names of each reason; its numbers count all. */
const MOST_NAMED = 50;

/** The channels of keys outside the mirror: the comparison with the service, and the key alerts. */
export function keyHandlers(context: Context) {
  const { keyAlerts, announce } = context;
  const alerts = (connectionId: ConnectionId) => ok({ alerts: [...keyAlerts.list(connectionId)] });
  return {
    'keys.askService': ({ connectionId, filters }) => askService(context, connectionId, filters),
    'keys.alerts': ({ connectionId }) => alerts(connectionId),
    'keys.dismissAlerts': ({ connectionId, seen }) => {
      keyAlerts.dismiss(connectionId, seen);
      announce('keyAlerts.changed');
      return alerts(connectionId);
    },
  } satisfies SomeHandlers;
}

const askService = (
  context: Context,
  connectionId: ConnectionId,
  filters: ServiceKeyFilters,
): Promise<Result<ServiceComparison, Failure>> =>
  withService(context, connectionId, (running) =>
    running.beside((ended) =>
      compare(context, running.sync, filters, AbortSignal.any([ended, AbortSignal.timeout(LONGEST_MS)])),
    ),
  );

async function compare(
  context: Context,
  { service, connection }: Pick<SyncPorts, 'service' | 'connection'>,
  filters: ServiceKeyFilters,
  signal: AbortSignal,
): Promise<Result<ServiceComparison, Failure>> {
  const { connections, keysHere, clock } = context;
  const asked = await queryServiceKeys(service, filters, signal);
  if (!asked.ok) return fail(serviceFailure(asked.failure));
  const { keys, setAside, isWhole } = asked.value;
  const { id: connectionId, learnt } = connection();
  const mirrored = (of: ServiceKeyFilters): readonly ApiKey[] =>
    keysHere(connectionId, { ...of, ...onlyTheService }).map(({ key }) => key);
  const { trait, requests } = await learnNameSearch(
    service,
    filters,
    asked.value,
    mirrored({ ...filters, name: null }),
    learnt.nameSearch,
    signal,
  );
  if (trait !== learnt.nameSearch) connections.saveTraits(connectionId, { nameSearch: trait });
  const search = nameSearchOf(trait);
  const here = mirrored({ ...filters, name: filters.name === null ? null : patternOf(search, filters.name) });
  const onlyThere = without(keys, here);
  const there = groupedBy(onlyThere, reasons(context, connectionId, learnt.keys));
  const onlyHere = isWhole ? without(here, keys) : [];
  return ok({
    askedAtMs: clock.nowMs(),
    ...{ setAside, isWhole, nameSearch: search },
    requests: asked.value.requests + requests,
    isNameSearchNew: search !== nameSearchOf(learnt.nameSearch),
    found: keys.length,
    same: keys.length - onlyThere.length,
    ...there,
    onlyHere: onlyHere.slice(0, MOST_NAMED).map(named),
    onlyHereKeys: onlyHere.length,
  });
}

/** The keys of the service's answer alone, by why they are. */
function groupedBy(
  keys: readonly ApiKey[],
  reasonOf: (key: ApiKey) => OnlyThereReason,
): Pick<ServiceComparison, 'onlyThere' | 'onlyThereKeys'> {
  const onlyThereKeys = { made: 0, changed: 0, notCopied: 0, filter: 0 };
  const onlyThere: ServiceComparison['onlyThere'] = [];
  for (const key of keys) {
    const reason = reasonOf(key);
    if (++onlyThereKeys[reason] <= MOST_NAMED) onlyThere.push({ ...named(key), reason });
  }
  return { onlyThere, onlyThereKeys };
}

/** Tells why a key is in the service's answer alone. */
function reasons({ keysHere }: Context, connectionId: ConnectionId, checked: Capability) {
  const all = new Map(keysHere(connectionId, { ...noServiceFilters, ...onlyTheService, listed: 'any' }).map(byId));
  const checkedAtMs = checked.kind === 'yes' ? checked.checkedAtMs : null;
  return (key: ApiKey): OnlyThereReason => onlyThereReasonOf(key, all.get(key.id) ?? null, checkedAtMs);
}

const byId = ({ key }: { readonly key: ApiKey }) => [key.id, key] as const;

const noServiceFilters = { revoked: null, limitedUse: false, exhausted: false, name: null } as const;

/** The filters beside the service's own: the service can answer with listed keys only. */
const onlyTheService = {
  condition: null,
  scope: '',
  power: null,
  unusedDays: null,
  created: null,
  updated: null,
  listed: 'listed',
  inForce: false,
  sort: { column: 'name', descending: false },
} as const;

const named = ({ id, name }: ApiKey) => ({ id, name });

function without(keys: readonly ApiKey[], others: readonly ApiKey[]): readonly ApiKey[] {
  const ids = new Set(others.map(({ id }) => id));
  return keys.filter(({ id }) => !ids.has(id));
}
