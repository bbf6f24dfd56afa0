import type { FileRef } from '../../../src/domain/core/ids.ts';
import { coalesced, compare } from '../../../src/domain/edits/coalesce.ts';
import { onSeenBases } from '../../../src/domain/edits/three-way-merge.ts';
import { sendsAll } from '../../../src/domain/edits/update-body.ts';
import { fieldValue } from '../../../src/domain/files/field.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import type { ReceivedFile } from '../../remote/service.ts';
import { editsForAccount } from '../outbox/edits-of-file.ts';
import { recentWritesIn } from '../outbox/own-recent-writes.ts';
import type { SyncPorts } from '../ports.ts';

/**
 * The mirror's record, where the connection overwrites without looking: no rule for conflicts decides then. A whole metadata
 * map needs a fresh record: the mirror's would undo what others changed in keys that no edit touches. So does a value of
 * somebody else that the mirror has already: the rule for conflicts decides about it.
 *
 * @returns null where the service is asked for the record before an update
 */
export function recordWithoutLooking(ports: SyncPorts, file: FileRef): ReceivedFile | null {
  const { readBeforeWrite, learnt } = ports.connection();
  if (readBeforeWrite || ports.outbox.unresolvedAttempt(file) !== null) return null;
  const mirrored = ports.files.get(file);
  if (mirrored === null) return null;
  const touchesMetadata = editsForAccount(ports, file).changes.some(
    ({ status, field }) => status === 'queued' && field !== 'name',
  );
  if (touchesMetadata && sendsAll(learnt.keyvaluesMode)) return null;
  if (isWrittenByOthers(ports, file, mirrored.record)) return null;
  return { ...mirrored, keyvalues: new Map(mirrored.record.keyvalues) };
}

/** Whether a record has values of somebody else in fields that queued edits change. */
function isWrittenByOthers({ outbox, clock, accountRef }: SyncPorts, file: FileRef, record: FileRecord): boolean {
  const own = recentWritesIn(outbox, file, clock.nowMs());
  const { changes } = editsForAccount({ outbox, accountRef }, file);
  return coalesced(onSeenBases(changes, outbox.attemptsSince(file, 0))).some(
    (change) => compare(change, fieldValue(record, change.field), own(change)).kind === 'conflict',
  );
}
