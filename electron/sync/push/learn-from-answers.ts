import { deniedBy } from '../../../src/domain/connections/connection.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';
import { withField } from '../../../src/domain/files/field.ts';
import { type FileRecord, recordSize } from '../../../src/domain/files/file.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { afterHeld, afterRefusal, type ServiceLimits } from '../../../src/domain/service/service-limits.ts';
import type { StoredAttempt } from '../../database/outbox/outbox.ts';
import { statusMessage } from '../ingest/read-file.ts';
import type { SyncPorts } from '../ports.ts';

/** Learns from a refused update: the mirror holds the record that the read before the update brought. */
export function learnFromRefusal(ports: SyncPorts, of: FileRef, { writes }: StoredAttempt): void {
  const before = ports.files.get(of)?.record;
  if (before === undefined) return;
  const after = writes.reduce((record, { field, value }) => withField(record, field, value), before);
  const { limits } = ports.connection().learnt;
  save(ports, afterRefusal(limits, recordSize(before), recordSize(after), ports.clock.nowMs()));
}

/** Learns from an accepted update that a size is held which the service was thought to refuse. */
export function learnFromAccepted(ports: SyncPorts, answered: FileRecord): void {
  const { limits } = ports.connection().learnt;
  if (Object.values(limits.refused).every((at) => at === null)) return;
  save(ports, afterHeld(limits, recordSize(answered)));
}

/** An update was answered, so this token may send updates. */
export function learnMayUpdate({ connection, clock, saveTraits }: SyncPorts): void {
  if (connection().learnt.updates.kind === 'yes') return;
  saveTraits({ updates: { kind: 'yes', checkedAtMs: clock.nowMs() } });
}

/** An update was forbidden (403), in the service's words. */
export function learnMayNotUpdate({ clock, saveTraits }: SyncPorts, failure: RemoteFailure): void {
  saveTraits({ updates: deniedBy(failure, clock.nowMs(), statusMessage(failure)) });
}

function save({ connection, saveTraits }: SyncPorts, limits: ServiceLimits): void {
  if (JSON.stringify(limits) !== JSON.stringify(connection().learnt.limits)) saveTraits({ limits });
}
