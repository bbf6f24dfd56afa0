import { failureClassOf } from '../../../src/domain/service/failure-class.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import type { ReceivedFile } from '../../remote/service.ts';
import type { SyncPorts } from '../ports.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';

/**
 * The file as the service holds it now: by the read extension where the service has it, else by an empty update, which is
 * in the contract, changes nothing and answers with the record.
 */
export async function readFile(
  of: FileRef,
  { service, clock, connection, saveTraits }: Pick<SyncPorts, 'service' | 'clock' | 'connection' | 'saveTraits'>,
  signal: AbortSignal,
): Promise<Result<ReceivedFile, RemoteFailure>> {
  const known = connection().learnt.readById.kind;
  if (known === 'no') return await service.updateFile(of.network, of.id, '{}', signal);
  const read = await service.readFile(of.network, of.id, signal);
  const checkedAtMs = clock.nowMs();
  if (read.ok) {
    if (known !== 'yes') saveTraits({ readById: { kind: 'yes', checkedAtMs } });
    return read;
  }
  if (!isNotFound(read.failure)) return read;
  // Either the file is gone or the service has no such path (any more): only the contract's own call can tell.
  const echoed = await service.updateFile(of.network, of.id, '{}', signal);
  if (!echoed.ok) return known === 'yes' && isAboutPermission(echoed.failure) ? read : fail(echoed.failure);
  saveTraits({ readById: { kind: 'no', checkedAtMs, words: statusMessage(read.failure), requestId: null } });
  return ok(echoed.value);
}

/** Whether the failure says that this token lacks a permission, which tells nothing about the file. */
export const isAboutPermission = (failure: RemoteFailure): boolean =>
  ['token', 'notAllowed'].includes(failureClassOf(failure).kind);

/** Whether the service answered that a path or method does not exist. */
export const isNotFound = (failure: RemoteFailure): boolean =>
  failure.kind === 'answered' && [404, 405, 501].includes(failure.status);

/** The status and message of a failure in one line; its kind when the service did not answer. */
export const statusMessage = (failure: RemoteFailure): string =>
  failure.kind === 'answered' ? `${failure.status}: ${failure.message}` : failure.kind;
