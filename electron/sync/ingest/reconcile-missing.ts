import type { EditRefusal } from '../../../src/domain/edits/edit.ts';
import { dequeue } from '../../../src/domain/edits/requeue.ts';
import type { FileKey, FileRef } from '../../../src/domain/core/ids.ts';
import { failureClassOf } from '../../../src/domain/service/failure-class.ts';
import { describeFailure, requestIdOf, type RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { ok, type Result } from '../../../src/domain/core/result.ts';
import type { ReceivedFile } from '../../remote/service.ts';
import type { SyncPorts } from '../ports.ts';
import { rememberRemoteChange } from './remote-change-history.ts';
import { readFile } from './read-file.ts';
import { editsForAccount, unfinishedChanges } from '../outbox/open-changes.ts';

/**
 * Reads files by id and applies what the service holds.
 *
 * @param scanId the full scan that counts them as seen; null for none
 * @returns the first failure that is not about one file alone
 */
export async function reread(
  ports: SyncPorts,
  keys: readonly FileKey[],
  scanId: string | null,
  signal: AbortSignal,
): Promise<Result<null, RemoteFailure>> {
  for (const key of keys) {
    const of: FileRef = { ...key, connectionId: ports.connection().id };
    const requestSeq = ports.outbox.nextRequestSeq();
    const read = await readFile(of, ports, signal);
    if (read.ok) applyRead(ports, of, read.value, requestSeq, scanId);
    else if (failureClassOf(read.failure).kind === 'gone') markGone(ports, of, read.failure);
    else return read;
  }
  return ok(null);
}

function applyRead(ports: SyncPorts, of: FileRef, file: ReceivedFile, requestSeq: number, scanId: string | null): void {
  const seen = { seenAtMs: ports.clock.nowMs(), requestSeq, scanId };
  const changes = unfinishedChanges(ports.outbox, of);
  rememberRemoteChange(ports, of, file);
  ports.files.put(of.connectionId, [file], seen, () => changes);
  ports.files.replay(of, changes);
}

/** Files to confirm after one scan: more are rather a service that lists badly than a person who deleted. */
const MOST_FILES_READ = 200;

/**
 * Confirms by a read that a file is gone which a complete list no longer had. Files with waiting edits come first; later
 * scans confirm what exceeds a reasonable number of requests.
 */
export async function reconcileMissing(
  ports: SyncPorts,
  missing: readonly FileKey[],
  signal: AbortSignal,
): Promise<Result<null, RemoteFailure>> {
  const { outbox, connection } = ports;
  const edited = new Set(outbox.filesWithOpenChanges(connection().id).map(({ network, id }) => `${network}/${id}`));
  const editedFirst = missing.toSorted(
    (a, b) => Number(edited.has(`${b.network}/${b.id}`)) - Number(edited.has(`${a.network}/${a.id}`)),
  );
  return await reread(ports, editedFirst.slice(0, MOST_FILES_READ), null, signal);
}

function markGone(ports: SyncPorts, of: FileRef, failure: RemoteFailure): void {
  const { outbox, files, clock, announce } = ports;
  const { edits, changes } = editsForAccount(ports, of);
  const queued = changes.filter((one) => one.status === 'queued' || one.status === 'held');
  outbox.atomically(() => {
    outbox.update(dequeue(changes, queued, 'gone'));
    for (const { id } of edits) outbox.setRefusal(id, refusalOf(failure, clock.nowMs()));
  });
  if (outbox.openEdits(of).length === 0) files.remove(of);
  else files.replay(of, unfinishedChanges(outbox, of));
  announce('changes.changed');
  announce('files.changed');
}

const refusalOf = (failure: RemoteFailure, atMs: number): EditRefusal => ({
  status: failure.kind === 'answered' ? failure.status : null,
  message: failure.kind === 'answered' ? failure.message : describeFailure(failure),
  requestId: requestIdOf(failure),
  atMs,
});
