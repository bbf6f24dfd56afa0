import { noTraits } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { accountRefOf } from '../../sync/connection/connection-sync.ts';
import { probe, type Probed } from '../../sync/connection/probe.ts';
import type { SomeHandlers } from '../router.ts';
import { serviceFailure } from './service-failure.ts';
import { notFound, type HandlerContext } from '../handler-context.ts';
import { statusOf } from './status.ts';

type Context = Pick<HandlerContext, 'clock' | 'connections' | 'queries' | 'tables'>;

/** The list of connections, their settings, and their manual checks. */
export function connectionHandlers(context: Context) {
  const { connections, queries } = context;
  const checkNow = (id: ConnectionId): void => {
    context.tables.outbox.resetBackoff(id);
    connections.running(id)?.send({ kind: 'checkAsked' });
  };
  return {
    'connections.list': () =>
      ok(
        connections.list().map((connection) => {
          const counts = queries.fileCounts(connection.id, accountRefOf(connection));
          return { connection, status: statusOf(connections.running(connection.id), counts, connection) };
        }),
      ),
    'connections.change': ({ id, ...settings }) => {
      const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
      const changed = connections.change(id, given);
      return changed === null ? fail(notFound) : ok(changed);
    },
    'connections.checkNow': ({ id }) => {
      checkNow(id);
      return ok(null);
    },
    'connections.probeAgain': async ({ id }) => {
      const changed = connections.change(id, { learnt: noTraits });
      if (changed === null) return fail(notFound);
      const found = await askAgain(context, id);
      if (found.ok && found.value !== null) connections.saveTraits(id, found.value);
      checkNow(id);
      return found.ok ? ok(connections.get(id) ?? changed) : fail(serviceFailure(found.failure));
    },
  } satisfies SomeHandlers;
}

const LONGEST_PROBE_MS = 30_000;

/** Probes every capability once. @returns null for a connection that is paused, offline or without a token */
async function askAgain({ connections, clock }: Context, id: ConnectionId): Promise<Asked> {
  const running = connections.running(id);
  if (running === null || !running.sync.mayAsk()) return ok(null);
  return await probe(running.sync.service, clock.nowMs(), AbortSignal.timeout(LONGEST_PROBE_MS));
}
type Asked = Result<Probed | null, RemoteFailure>;
