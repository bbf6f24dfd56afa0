import type { ServiceComparison } from '../../../src/contract/keys.ts';
import type { ApiKey } from '../../../src/domain/keys/api-key.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { queryServiceKeys } from '../../sync/keys/query-service-keys.ts';
import type { SomeHandlers } from '../router.ts';
import { serviceFailure } from '../connections/connection-handlers.ts';
import { notFound, type HandlerContext } from '../handler-context.ts';
import type { ServiceKeyFilters } from '../../../src/domain/keys/queries.ts';

type Context = Pick<HandlerContext, 'announce' | 'clock' | 'connections' | 'keyAlerts' | 'keysHere'>;

const LONGEST_MS = 120_000;
/** The most keys that a comparison names; its numbers count all. */
const MOST_NAMED = 50;

/** The channels of keys outside the mirror: the comparison with the service, and the key alerts. */
export function keyHandlers(context: Context) {
  const { keyAlerts, announce } = context;
  const alerts = (connectionId: ConnectionId) => ok({ alerts: [...keyAlerts.list(connectionId)] });
  return {
    'keys.askService': ({ connectionId, filters }) => askService(context, connectionId, filters),
    'keys.alerts': ({ connectionId }) => alerts(connectionId),
    'keys.dismissAlerts': ({ connectionId }) => {
      keyAlerts.dismiss(connectionId);
      announce('keyAlerts.changed');
      return alerts(connectionId);
    },
  } satisfies SomeHandlers;
}

async function askService(
  { connections, keysHere, clock }: Context,
  connectionId: ConnectionId,
  filters: ServiceKeyFilters,
): Promise<Result<ServiceComparison, Failure>> {
  const running = connections.running(connectionId);
  if (running === null) return fail(notFound);
  if (running.state.mode === 'noToken') return fail({ kind: 'noToken' });
  const asked = await queryServiceKeys(running.sync.service, filters, AbortSignal.timeout(LONGEST_MS));
  if (!asked.ok) return fail(serviceFailure(asked.failure));
  const { keys, requests, setAside, isWhole } = asked.value;
  const here = keysHere(connectionId, { ...filters, ...onlyTheService }).map(({ key }) => key);
  const onlyThere = without(keys, here);
  const onlyHere = isWhole ? without(here, keys) : [];
  return ok({
    askedAtMs: clock.nowMs(),
    ...{ requests, setAside, isWhole },
    found: keys.length,
    same: keys.length - onlyThere.length,
    onlyThere: onlyThere.slice(0, MOST_NAMED).map(named),
    onlyHere: onlyHere.slice(0, MOST_NAMED).map(named),
  });
}

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
