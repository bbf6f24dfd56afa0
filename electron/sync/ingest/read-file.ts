import type { ServiceTraits } from '../../../src/domain/connections/connection.ts';
import { failureClassOf } from '../../../src/domain/service/failure-class.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import type { ReceivedFile, Service } from '../../remote/service.ts';
import type { Clock } from '../ports.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';

export type ReadPorts = {
  readonly service: Service;
  readonly clock: Clock;
  readonly learnt: () => ServiceTraits;
  readonly learn: (traits: Partial<ServiceTraits>) => void;
};

/**
 * The file as the service holds it now. Uses the read extension where the service has it, else an empty update, which is
 * in the contract, changes nothing and answers with the record.
 */
export async function readFile(
  of: FileRef,
  { service, clock, learnt, learn }: ReadPorts,
  signal: AbortSignal,
): Promise<Result<ReceivedFile, RemoteFailure>> {
  const known = learnt().readById.kind;
  if (known === 'no') return await service.updateFile(of.network, of.id, '{}', signal);
  const read = await service.readFile(of.network, of.id, signal);
  const checkedAtMs = clock.nowMs();
  if (read.ok) {
    if (known !== 'yes') learn({ readById: { kind: 'yes', checkedAtMs } });
    return read;
  }
  if (!isNotFound(read.failure)) return read;
  // Either the file is gone or the service has no such path, or no longer: only the contract's own call can tell.
  const echoed = await service.updateFile(of.network, of.id, '{}', signal);
  if (!echoed.ok) return known === 'yes' && isAboutPermission(echoed.failure) ? read : fail(echoed.failure);
  learn({ readById: { kind: 'no', checkedAtMs, words: wordsOf(read.failure), requestId: null } });
  return ok(echoed.value);
}

/** Says that this token may not do such a thing, which says nothing about the file. */
export const isAboutPermission = (failure: RemoteFailure): boolean =>
  ['token', 'notAllowed'].includes(failureClassOf(failure).kind);

/** Says that a path does not exist rather than that something went wrong on it. */
export const isNotFound = (failure: RemoteFailure): boolean =>
  failure.kind === 'answered' && [404, 405, 501].includes(failure.status);

export const wordsOf = (failure: RemoteFailure): string =>
  failure.kind === 'answered' ? `${failure.status}: ${failure.message}` : failure.kind;
