import { fail, ok } from '../../../src/domain/core/result.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { accountRefOf } from '../../sync/connection/connection-sync.ts';
import type { SomeHandlers } from '../router.ts';
import { notFound, queued, type HandlerContext } from '../handler-context.ts';
import type { AccountRef } from '../../../src/domain/connections/connection.ts';

type Context = Pick<HandlerContext, 'announce' | 'connections' | 'undo'>;

export function undoHandlers(context: Context) {
  const { undo, connections } = context;
  const verb =
    (act: (id: ConnectionId, accountRef: AccountRef) => Promise<void>) =>
    async (input: { connectionId: ConnectionId }) => {
      const connection = connections.get(input.connectionId);
      if (connection === null) return fail(notFound);
      await act(input.connectionId, accountRefOf(connection));
      queued(context, input.connectionId);
      return ok(undo.state(input.connectionId));
    };
  return {
    'undo.state': ({ connectionId }) => ok(undo.state(connectionId)),
    'undo.undo': verb((id, accountRef) => undo.undo(id, accountRef)),
    'undo.redo': verb((id, accountRef) => undo.redo(id, accountRef)),
  } satisfies SomeHandlers;
}
