import { fail, ok } from '../../../src/domain/core/result.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { bindingOf } from '../../sync/connection/connection-sync.ts';
import type { HandlersOf } from '../router.ts';
import { notFound, queued, type HandlerContext } from '../handler-context.ts';
import type { AccountRef } from '../../../src/domain/connections/connection.ts';

type UndoChannel = 'undo.state' | 'undo.undo' | 'undo.redo';

export function undoHandlers(slices: HandlerContext): HandlersOf<UndoChannel> {
  const { undo, connections } = slices;
  const verb =
    (act: (id: ConnectionId, binding: AccountRef) => Promise<void>) =>
    async (input: { connectionId: ConnectionId }) => {
      const connection = connections.get(input.connectionId);
      if (connection === null) return fail(notFound);
      await act(input.connectionId, bindingOf(connection));
      queued(slices, input.connectionId);
      return ok(undo.state(input.connectionId));
    };
  return {
    'undo.state': ({ connectionId }) => ok(undo.state(connectionId)),
    'undo.undo': verb((id, binding) => undo.undo(id, binding)),
    'undo.redo': verb((id, binding) => undo.redo(id, binding)),
  };
}
