import type { Target } from '../../../src/contract/changes.ts';
import type { AccountRef, Connection } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId, EditId } from '../../../src/domain/core/ids.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { accountRefOf } from '../../sync/connection/connection-sync.ts';
import { slicesOf } from '../../sync/yielding.ts';
import { type HandlerContext, notFound, queued, withConnection } from '../handler-context.ts';
import type { SomeHandlers } from '../router.ts';

type Context = Pick<HandlerContext, 'announce' | 'clock' | 'connections' | 'queries' | 'queue' | 'tables' | 'undo'>;

/** The person's actions on waiting, conflicted, refused and sent edits. */
export function decisionHandlers(context: Context) {
  const { queries, queue, undo, clock } = context;
  const verb =
    (act: (ids: readonly EditId[]) => void) => async (input: { connectionId: ConnectionId; target: Target }) => {
      for await (const slice of slicesOf(clock, editsOf(context, input.target))) act(slice);
      queued(context, input.connectionId);
      return ok(null);
    };
  return {
    'changes.decide': ({ connectionId, key, decisions }) => {
      queue.decide({ ...key, connectionId }, decisions);
      queued(context, connectionId);
      return ok(null);
    },
    'changes.hold': verb((ids) => queue.hold(ids)),
    'changes.release': verb((ids) => queue.release(ids)),
    'changes.discard': ({ connectionId, target }) =>
      withConnection(context, connectionId, async (connection) => {
        const title = `Discard: ${titleOfTarget(context, connection, target)}`;
        await undo.discard(connectionId, accountRefOf(connection), title, editsOf(context, target));
        queued(context, connectionId);
        return ok(null);
      }),
    'changes.takeBack': ({ connectionId, target }) =>
      withConnection(context, connectionId, async (connection) => {
        const title = `Undo: ${titleOfTarget(context, connection, target)}`;
        await undo.takeBack(connectionId, accountRefOf(connection), title, editsOf(context, target));
        queued(context, connectionId);
        return ok(null);
      }),
    'changes.decideSame': async ({ connectionId, field, choice }) => {
      const waiting = queries.conflicts(connectionId, null).filter((conflict) => conflict.field === field);
      for await (const some of slicesOf(clock, waiting)) {
        queue.together(() => {
          for (const { key } of some) queue.decide({ ...key, connectionId }, [{ field, choice: { kind: choice } }]);
        });
      }
      queued(context, connectionId);
      return ok({ files: waiting.length });
    },
    'changes.restore': verb((ids) => queue.restore(ids)),
    'changes.retry': verb((ids) => queue.retry(ids)),
  } satisfies SomeHandlers;
}

/** The title of the change set of a target. */
function titleOfTarget({ tables, queries }: Context, connection: Connection, target: Target): string {
  const setId = 'editId' in target ? tables.outbox.edit(target.editId)?.changeSetId : target.changeSetId;
  const row = setId === undefined ? null : queries.set(setId, accountRefOf(connection));
  return row?.title ?? 'an edit';
}

const editsOf = ({ tables }: Context, target: Target): readonly EditId[] =>
  'editId' in target ? [target.editId] : tables.outbox.editIdsOfSet(target.changeSetId);

/** The undo history of a connection, and one step back or forth in it. */
export function undoHandlers(context: Pick<Context, 'announce' | 'connections' | 'undo'>) {
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
