import { nothingLearnt } from '../../src/domain/connection.ts';
import type { ConnectionId } from '../../src/domain/ids.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { bindingOf } from '../sync/connection-sync.ts';
import type { HandlersOf } from './router.ts';
import { notFound, type WriterSlices } from './slices.ts';
import { statusOf } from './status.ts';

type ConnectionChannel = 'connections.list' | 'connections.change' | 'connections.checkNow' | 'connections.probeAgain';

/** What there is to know and to set about connections. */
export function connectionHandlers(slices: WriterSlices): HandlersOf<ConnectionChannel> {
  const { connections, queries } = slices;
  const checkNow = (id: ConnectionId): void => {
    slices.tables.outbox.openAllGates(id);
    connections.running(id)?.send({ kind: 'checkAsked' });
  };
  return {
    'connections.list': () =>
      ok(
        connections.list().map((connection) => {
          const counts = queries.fileCounts(connection.id, bindingOf(connection));
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
    'connections.probeAgain': ({ id }) => {
      const changed = connections.change(id, { learnt: nothingLearnt });
      if (changed === null) return fail(notFound);
      checkNow(id);
      return ok(changed);
    },
  };
}
