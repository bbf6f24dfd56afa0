import type { FileDetail } from '../../../src/contract/files.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import type { ConnectionId, FileKey } from '../../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { isOpen, titleOf } from '../../../src/domain/edits/edit.ts';
import { problemOf } from '../../../src/domain/edits/new-edit.ts';
import { fileState, projectedRecord } from '../../../src/domain/edits/project-edits.ts';
import { importFiles } from '../../sync/bulk/import-files.ts';
import { bindingOf } from '../../sync/connection/connection-sync.ts';
import { notFound, queued, type HandlerContext } from '../handler-context.ts';
import type { HandlersOf } from '../router.ts';
import { historyOf } from './history.ts';

type FileChannel = 'files.get' | 'files.edit' | 'files.import' | 'files.history';

export function fileHandlers(slices: HandlerContext): HandlersOf<FileChannel> {
  const { connections, queue, tables, undo, announce, report } = slices;
  return {
    'files.get': ({ connectionId, key }) => detailOf(slices, connectionId, key),
    'files.edit': ({ connectionId, key, changes }) => {
      const connection = connections.get(connectionId);
      if (connection === null) return fail(notFound);
      const flaw = problemOf(changes);
      if (flaw !== null) return fail({ kind: 'unfit', what: flaw.field, flaw: flaw.flaw });
      const title = titleOf(tables.files.get({ ...key, connectionId })?.record.name ?? key.id, changes);
      // One commit and one wait for the disk; and no edit without its step of undo.
      const { done: changeSetId, show } = queue.kept(() => {
        const id = queue.enqueue(connectionId, bindingOf(connection), title, [{ key, changes }]);
        undo.queued(connectionId, title, id);
        return id;
      });
      // It is saved: the person need not wait for what the screens show of it.
      const showAndSend = (): void => {
        show();
        queued(slices, connectionId);
      };
      void queue.afterwards(showAndSend).catch(report);
      return ok({ changeSetId });
    },
    'files.import': async ({ connectionId, network, text }) => {
      const running = connections.running(connectionId);
      if (running === null) return fail(notFound);
      if (running.state.standing === 'noToken') return fail({ kind: 'noToken' });
      const imported = await importFiles(running.sync, text, network, new AbortController().signal);
      announce('files.changed');
      return ok({ ...imported, lines: [...imported.lines] });
    },
    'files.history': ({ connectionId, key }) => ok([...historyOf(slices, { ...key, connectionId })]),
  };
}

function detailOf({ tables }: HandlerContext, connectionId: ConnectionId, key: FileKey): Result<FileDetail, Failure> {
  const of = { ...key, connectionId };
  const mirrored = tables.files.get(of);
  if (mirrored === null) return fail(notFound);
  const edits = tables.outbox.openEdits(of);
  const changes = edits.flatMap((edit) => edit.changes).filter(isOpen);
  return ok({
    record: mirrored.record,
    shown: projectedRecord(mirrored.record, changes),
    raw: mirrored.raw,
    seenAtMs: mirrored.seenAtMs,
    state: fileState(changes),
    changes,
    refusal: edits.find((edit) => edit.refusal !== null)?.refusal ?? null,
  });
}
