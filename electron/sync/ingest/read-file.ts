import type { FileKey, FileRef } from '../../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { refusalBy } from '../../../src/domain/edits/edit.ts';
import { dequeue } from '../../../src/domain/edits/requeue.ts';
import { onSeenBases } from '../../../src/domain/edits/three-way-merge.ts';
import {
  concernsEverything,
  describeFailure,
  failureClassOf,
  FAILURES_BEFORE_PAUSE,
  isOutage,
  isTooLarge,
  type RemoteFailure,
} from '../../../src/domain/service/remote-failure.ts';
import type { ReceivedFile } from '../../remote/service.ts';
import { editsForAccount, unfinishedChanges } from '../outbox/edits-of-file.ts';
import { projectFile } from '../outbox/project-edits.ts';
import { recordOutcomes } from '../outbox/record-outcomes.ts';
import type { SyncPorts } from '../ports.ts';
import { isOvertaken, MOST_ROUNDS, setAsideFile } from './apply-remote-record.ts';
import { isLagging } from './lagging-read.ts';
import type { SeenInScan } from '../../database/mirror/mirror.ts';
import { rememberRemoteChange } from '../outbox/own-recent-writes.ts';

/**
 * The file as the service holds it now: by the read extension where the service has it, else by an empty update, which is
 * in the contract and answers with the record. Probably it changes nothing; the contract does not say. Of a service without
 * lists, a read that never worked and fails by anything but an outage may be missing too.
 */
export async function readFile(
  of: FileRef,
  { service, clock, connection, saveTraits }: Pick<SyncPorts, 'service' | 'clock' | 'connection' | 'saveTraits'>,
  signal: AbortSignal,
): Promise<Result<ReceivedFile, RemoteFailure>> {
  const { readById, listing } = connection().learnt;
  const known = readById.kind;
  if (known === 'no') return await service.updateFile(of.network, of.id, '{}', signal);
  const read = await service.readFile(of.network, of.id, signal);
  const checkedAtMs = clock.nowMs();
  if (read.ok) {
    if (known !== 'yes') saveTraits({ readById: { kind: 'yes', checkedAtMs } });
    return read;
  }
  const mayLackReads = known !== 'yes' && listing.kind === 'no' && mayBeMissing(read.failure);
  if (!isNotFound(read.failure) && !mayLackReads) return read;
  // Either the file is gone or the service has no such path (any more): only the contract's own call can tell.
  const echoed = await service.updateFile(of.network, of.id, '{}', signal);
  if (!echoed.ok) return known === 'yes' && isAboutPermission(echoed.failure) ? read : fail(echoed.failure);
  saveTraits({ readById: { kind: 'no', checkedAtMs, words: statusMessage(read.failure), requestId: null } });
  return ok(echoed.value);
}

const mayBeMissing = (failure: RemoteFailure): boolean =>
  !isOutage(failure) && !isTooLarge(failure) && !isAboutPermission(failure);

/** Whether the failure says that this token lacks a permission, which tells nothing about the file. */
export const isAboutPermission = (failure: RemoteFailure): boolean =>
  ['token', 'notAllowed'].includes(failureClassOf(failure).kind);

/** Whether the service answered that a path or method does not exist. */
export const isNotFound = (failure: RemoteFailure): boolean =>
  failure.kind === 'answered' && [404, 405, 501].includes(failure.status);

/** The status and message of a failure in one line; what came instead when the service did not answer. */
export const statusMessage = (failure: RemoteFailure): string =>
  failure.kind === 'answered' ? `${failure.status}: ${failure.message}` : describeFailure(failure);

/**
 * Reads files by id and applies what the service holds. A file that cannot be read keeps the state it had.
 *
 * A permission that this token lacks ends the reading, and is no failure: it is about reads, and not about the list that
 * named the files.
 *
 * @param scanId the full scan that counts them as seen; null for none
 * @returns a failure that concerns more than a few files
 */
export async function reread(
  ports: SyncPorts,
  keys: readonly FileKey[],
  scanId: string | null,
  signal: AbortSignal,
): Promise<Result<null, RemoteFailure>> {
  const read = await rereadUntil(() => false, ports, keys, scanId, signal);
  return read.ok ? ok(null) : read;
}

/** `refused`: this token lacks a permission, which tells nothing about the files. */
export type Reread = Promise<Result<'yielded' | 'refused' | null, RemoteFailure>>;

/** @param mustYield asked before each file */
export async function rereadUntil(
  mustYield: () => boolean,
  ports: SyncPorts,
  keys: readonly FileKey[],
  scanId: string | null,
  signal: AbortSignal,
): Reread {
  let failures = 0;
  for (const key of keys) {
    if (mustYield()) return ok('yielded');
    const read = await rereadFile(ports, { ...key, connectionId: ports.connection().id }, scanId, signal);
    if (read.ok) failures = 0;
    else if (isAboutPermission(read.failure)) return ok('refused');
    else if (concernsEverything(failureClassOf(read.failure)) || ++failures >= FAILURES_BEFORE_PAUSE) return read;
  }
  return ok(null);
}

async function rereadFile(
  ports: SyncPorts,
  of: FileRef,
  scanId: string | null,
  signal: AbortSignal,
): Promise<Result<null, RemoteFailure>> {
  const requestSeq = ports.outbox.nextRequestSeq();
  const read = await readFile(of, ports, signal);
  if (read.ok) await applyRead(ports, of, read.value, requestSeq, scanId);
  else if (failureClassOf(read.failure).kind === 'gone') markGone(ports, of, read.failure, requestSeq);
  else return read;
  return ok(null);
}

/** Takes a record of thousands of changed pairs by parts, and lets waiting messages in between. */
async function applyRead(
  ports: SyncPorts,
  of: FileRef,
  file: ReceivedFile,
  requestSeq: number,
  scanId: string | null,
): Promise<void> {
  for (let round = 1; ; round++) {
    if (isOvertaken(ports, of, requestSeq)) return;
    const seen = { seenAtMs: ports.clock.nowMs(), requestSeq, scanId };
    if (isLagging(ports, of, file)) return markMirrored(ports, of, seen);
    if (putRead(ports, of, file, seen, round < MOST_ROUNDS)) return;
    await ports.clock.yieldToEventLoop();
  }
}

/** The file is there, and the mirror's record is the newer one. */
function markMirrored({ files }: SyncPorts, of: FileRef, seen: SeenInScan): void {
  const mirrored = files.get(of);
  if (mirrored !== null) files.markSame(of.connectionId, [mirrored], seen);
}

/** @returns whether the record is taken whole */
function putRead(ports: SyncPorts, of: FileRef, file: ReceivedFile, seen: SeenInScan, mayTakePart: boolean): boolean {
  const changes = unfinishedChanges(ports.outbox, of);
  let isWhole = true;
  const unfinished = (): void => void (isWhole = false);
  ports.files.atomically(() => {
    rememberRemoteChange(ports, of, file);
    const onUnfinished = mayTakePart ? unfinished : undefined;
    ports.files.put(of.connectionId, [file], seen, () => changes, setAsideFile(ports), onUnfinished);
    if (isWhole) ports.files.project(of, changes);
  });
  return isWhole;
}

function markGone(ports: SyncPorts, of: FileRef, failure: RemoteFailure, requestSeq: number): void {
  const { outbox, files, clock, announce } = ports;
  const { edits, changes } = editsForAccount(ports, of);
  const queued = changes.filter((one) => one.status === 'queued' || one.status === 'held');
  outbox.atomically(() => {
    recordOutcomes(ports, dequeue(onSeenBases(changes, outbox.attemptsSince(of, 0)), queued, 'gone'));
    // An answer from before, which the mirror may lack, must not bring the file back.
    outbox.markMirrored(of, requestSeq);
    for (const { id } of edits) outbox.setRefusal(id, refusalBy(failure, clock.nowMs()));
  });
  if (outbox.openEdits(of).length === 0) files.remove(of);
  else projectFile(ports, of);
  announce('changes.changed');
  announce('files.changed');
}
