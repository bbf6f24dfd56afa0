import { accountRefOf, type Connection, isSameAccount } from '../../src/domain/connections/connection.ts';
import type { FileKey } from '../../src/domain/core/ids.ts';
import { type FileEdit, fileKeyOf, isOpen } from '../../src/domain/edits/edit.ts';
import { type FileWait, fileWaitOf } from '../../src/domain/edits/file-wait.ts';
import { fileRetryOf } from '../database/outbox/due-files.ts';
import type { HandlerContext } from './handler-context.ts';

type Context = Pick<HandlerContext, 'clock' | 'connections' | 'tables'>;

/** What the queued changes of one edit wait for; null when it has none. */
export function waitOfEdit(context: Context, connection: Connection, edit: FileEdit): FileWait | null {
  const key = fileKeyOf(edit);
  const open = context.tables.outbox.openEdits({ ...key, connectionId: connection.id });
  const ofAccount = open.filter((one) => isSameAccount(one.accountRef, edit.accountRef));
  return waitOf(context, connection, key, ofAccount, [edit]);
}

/** What a file's queued changes wait for, those of the connection's account first; null when it has none. */
export function waitOfFile(context: Context, connection: Connection, key: FileKey): FileWait | null {
  const open = context.tables.outbox.openEdits({ ...key, connectionId: connection.id });
  const ours = open.filter((edit) => isSameAccount(edit.accountRef, accountRefOf(connection)));
  const parked = open.filter((edit) => !ours.includes(edit));
  return waitOf(context, connection, key, ours, ours) ?? waitOf(context, connection, key, parked, parked);
}

/** @param edits open ones of a file, all of one account @param asked those whose wait is asked for */
function waitOf(
  { clock, connections, tables: { outbox } }: Context,
  connection: Connection,
  key: FileKey,
  edits: readonly FileEdit[],
  asked: readonly FileEdit[],
): FileWait | null {
  const queued = asked.flatMap((edit) => edit.changes).filter(({ status }) => status === 'queued');
  const [first] = asked;
  if (first === undefined || queued.length === 0) return null;
  const of = { ...key, connectionId: connection.id };
  const retryState = outbox.retryState(of);
  const isReading = connections.running(connection.id)?.sync.overdue.has(key) ?? false;
  const unresolved = outbox.unresolvedAttempt(of);
  const isSending = unresolved?.endedAtMs === null;
  const file = {
    changes: edits.flatMap((edit) => edit.changes).filter(isOpen),
    isParked: !isSameAccount(first.accountRef, accountRefOf(connection)),
    request: isSending ? ('update' as const) : isReading ? ('read' as const) : null,
    retry: fileRetryOf(retryState),
    notBeforeMs: retryState.notBeforeMs,
    isEarlierUnknown: unresolved !== null,
  };
  return fileWaitOf(file, new Set(queued.map(({ field }) => field)), clock.nowMs());
}
