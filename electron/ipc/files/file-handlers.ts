import type { FileDetail, HistoryEntry, OpenChanges } from '../../../src/contract/files.ts';
import { accountRefOf, type Connection } from '../../../src/domain/connections/connection.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import type { FileKey, FileRef } from '../../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { fieldsOfState, fileState, isOpen, projectedRecord } from '../../../src/domain/edits/edit.ts';
import { titleOf } from '../../../src/domain/edits/set-title.ts';
import { problemOf } from '../../../src/domain/edits/new-edit.ts';
import { importFiles } from '../../sync/bulk/import-files.ts';
import { Cancellations } from '../cancellations.ts';
import { waitOfFile } from '../file-waits.ts';
import { type HandlerContext, notFound, queued, withConnection } from '../handler-context.ts';
import { mirroredName } from '../requested-files.ts';
import type { SomeHandlers } from '../router.ts';
import { withService } from '../with-service.ts';

type Context = Pick<
  HandlerContext,
  | 'activity'
  | 'announce'
  | 'clock'
  | 'connections'
  | 'drafts'
  | 'editsOfFile'
  | 'fileNotes'
  | 'history'
  | 'queue'
  | 'stars'
  | 'report'
  | 'tables'
  | 'texts'
  | 'undo'
>;

export function fileHandlers(context: Context) {
  const { connections, drafts, queue, undo, announce, report } = context;
  return {
    'files.get': ({ connectionId, key }) =>
      withConnection(context, connectionId, (connection) => detailOf(context, connection, key)),
    'files.openChanges': ({ connectionId, keys }) =>
      withConnection(context, connectionId, (connection) =>
        ok(keys.flatMap((key) => openChangesOf(context, connection, key) ?? [])),
      ),
    'files.edit': ({ connectionId, key, changes, saves }) => {
      const connection = connections.get(connectionId);
      if (connection === null) return fail(notFound);
      const found = problemOf(changes);
      if (found !== null) return fail({ kind: 'unfit', what: found.field, problem: found.problem });
      const title = titleOf(mirroredName(context, connectionId, key) ?? key.id, changes);
      // One transaction: one wait for the disk, every edit has its undo step, and no draft outlives its edit.
      const { done: changeSetId, show } = queue.kept(() => {
        const id = queue.enqueue(connectionId, accountRefOf(connection), title, [{ key, changes }]);
        undo.queued(connectionId, title, id);
        if (saves !== undefined) drafts.discard({ ...key, connectionId }, saves);
        return id;
      });
      // The answer goes out when the edit is durable, before the projection. A projection that fails keeps no edit back.
      const showAndSend = (): void => {
        try {
          show();
        } finally {
          queued(context, connectionId);
          if (saves !== undefined) announce('drafts.changed');
        }
      };
      void queue.afterwards(showAndSend).catch(report);
      return ok({ changeSetId });
    },
    ...importHandlers(context),
    'files.history': ({ connectionId, key }) => ok([...historyOf(context, { ...key, connectionId })]),
  } satisfies SomeHandlers;
}

/** The channels of lists of ids, for a service that lists no files. */
function importHandlers(context: Context) {
  const { activity, announce, clock, texts } = context;
  const cancellations = new Cancellations();
  return {
    'files.import': ({ connectionId, network, text, ticket }) =>
      withService(context, connectionId, (running) =>
        cancellations.during(ticket, async (signal) => {
          const listed = await texts.ids(text, signal);
          if (!listed.ok) return listed;
          const fromMs = clock.nowMs();
          const imported = await running.beside((ended) =>
            importFiles(running.sync, listed.value, network, AbortSignal.any([signal, ended])),
          );
          const failed = imported.lines.filter(({ reason }) => reason !== null).length;
          const { added: files } = imported;
          activity.jobEnded(connectionId, { job: 'import', outcome: 'done', files, failed, detail: null, fromMs });
          announce('files.changed');
          return ok({ ...imported, lines: [...imported.lines] });
        }),
      ),
    'files.stopImport': ({ ticket }) => {
      cancellations.cancel(ticket);
      return ok(null);
    },
  } satisfies SomeHandlers;
}

function detailOf(context: Context, connection: Connection, key: FileKey): Result<FileDetail, Failure> {
  const { fileNotes, stars, tables } = context;
  const of = { ...key, connectionId: connection.id };
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
    ...(stars.has(connection.id, key) ? { isStarred: true as const } : {}),
    note: fileNotes.get(connection.id, key) ?? undefined,
    wait: waitOfFile(context, connection, key),
  });
}

/** @returns null for a file without an open change */
function openChangesOf(
  context: Context,
  connection: Connection,
  key: FileKey,
): (OpenChanges & { readonly key: FileKey }) | null {
  const edits = context.tables.outbox.openEdits({ ...key, connectionId: connection.id });
  const fields = fieldsOfState(edits.flatMap(({ changes }) => changes));
  if (fields.length === 0) return null;
  const onlyField = fields.length === 1 ? (fields[0] ?? null) : null;
  return { key, fields: fields.length, onlyField, wait: waitOfFile(context, connection, key) };
}

const LATEST_EDITS = 200;

/** The history of a file, newest first: values from the service, edits of the person, and displaced values. */
export function historyOf(
  { history, editsOfFile, tables }: Pick<Context, 'history' | 'editsOfFile' | 'tables'>,
  of: FileRef,
): readonly HistoryEntry[] {
  const plain = { before: null, status: null };
  const past = history(of).map(({ field, value, atMs }): HistoryEntry => ({
    ...{ atMs, kind: 'gaveWay', field, value },
    ...plain,
  }));
  const observed = tables.files.observedValues(of).map(({ isGoneAfterUpdate, ...one }): HistoryEntry => ({
    ...one,
    kind: isGoneAfterUpdate ? 'vanished' : 'observed',
    ...plain,
  }));
  const edits = editsOfFile(of, LATEST_EDITS).flatMap((id) => tables.outbox.edit(id) ?? []);
  const edited = edits.flatMap(({ createdAtMs, changes }) =>
    changes.map(({ field, base, mine, status }): HistoryEntry => ({
      atMs: createdAtMs,
      kind: 'edited',
      field,
      before: base,
      value: mine,
      status,
    })),
  );
  return [...past, ...observed, ...edited].toSorted((a, b) => b.atMs - a.atMs);
}
