import type { EditDetail } from '../../../src/contract/changes.ts';
import type { FileEdit } from '../../../src/domain/edits/edit.ts';
import { type Connection, isSameAccount } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId, FileKey } from '../../../src/domain/core/ids.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { bindingOf } from '../../sync/connection/connection-sync.ts';
import type { HandlersOf } from '../router.ts';
import { dryRunHandlers } from './dry-run.ts';
import { notFound, withConnection, type HandlerContext } from '../handler-context.ts';

type ChangeChannel =
  'changes.counts' | 'changes.list' | 'changes.set' | 'changes.ofFile' | 'changes.conflicts' | 'changes.dryRun';

export function changeHandlers(slices: HandlerContext): HandlersOf<ChangeChannel> {
  const { queries, tables } = slices;
  return {
    'changes.counts': ({ connectionId }) =>
      withConnection(slices, connectionId, () => ok({ ...queries.tabCounts(connectionId) })),
    'changes.list': ({ connectionId, ...page }) =>
      withConnection(slices, connectionId, (connection) => {
        const { rows, count } = queries.listSets(connectionId, bindingOf(connection), page);
        return ok({ rows: [...rows], count });
      }),
    'changes.set': ({ connectionId, changeSetId, from, to }) =>
      withConnection(slices, connectionId, (connection) => {
        const row = queries.set(changeSetId, bindingOf(connection));
        if (row === null) return fail(notFound);
        const edits = tables.outbox.editsOfSet(changeSetId, from, to);
        return ok({ row, edits: edits.map((edit) => storyOf(slices, connection, edit)) });
      }),
    'changes.ofFile': ({ connectionId, key }) =>
      withConnection(slices, connectionId, (connection) => {
        const edits = tables.outbox.openEdits({ ...key, connectionId });
        return ok(edits.map((edit) => storyOf(slices, connection, edit)));
      }),
    'changes.conflicts': ({ connectionId, changeSetId }) =>
      ok(
        queries
          .conflicts(connectionId, changeSetId)
          .map((conflict) => ({ ...conflict, fileName: nameOf(slices, connectionId, conflict.key) })),
      ),
    'changes.dryRun': ({ connectionId, changeSetIds }) => dryRunHandlers(slices, connectionId, changeSetIds),
  };
}

const nameOf = ({ tables }: HandlerContext, connectionId: ConnectionId, key: FileKey): string | null =>
  tables.files.get({ ...key, connectionId })?.record.name ?? null;

/** An edit with everything there is to tell about it: tries, the service's words, the next try. */
function storyOf(slices: HandlerContext, connection: Connection, edit: FileEdit): EditDetail {
  const { outbox } = slices.tables;
  const of = { connectionId: connection.id, network: edit.network, id: edit.fileId };
  const attempts = outbox
    .attemptsOfEdit(edit.id)
    .map(({ startedAtMs, body, endedAtMs, outcome, requestId, isResolved }) => ({
      startedAtMs,
      body,
      endedAtMs,
      outcome,
      requestId,
      awaitsAnswer: !isResolved && requestId === null,
    }));
  const { notBeforeMs } = outbox.retryState(of);
  return {
    edit,
    fileName: nameOf(slices, connection.id, of),
    attempts,
    notBeforeMs: notBeforeMs > slices.clock.nowMs() ? notBeforeMs : null,
    parked: !isSameAccount(edit.binding, bindingOf(connection)),
  };
}
