import type { CoalescedChange } from '../../../src/domain/edits/coalesce.ts';
import { fieldValue, keyField, metadataKey } from '../../../src/domain/files/field.ts';
import { changeSetId, editId, type FileRef } from '../../../src/domain/core/ids.ts';
import { detectedMode, type MetadataEvidence } from '../../../src/domain/service/metadata-mode.ts';
import type { ReceivedFile } from '../../remote/service.ts';
import type { SyncPorts } from '../ports.ts';

type Exchange = {
  readonly sent: ReadonlyMap<string, unknown>;
  readonly before: ReceivedFile;
  readonly answered: ReceivedFile;
};

/**
 * Infers the metadata mode from a 2xx answer to our own update. Values that the service dropped unasked are put back as
 * edits, so that the repair survives a crash like any other edit. Call in a transaction of the outbox.
 *
 * @returns null when the answer tells nothing new
 */
export function detectTrait(
  ports: SyncPorts,
  of: FileRef,
  coalesced: readonly CoalescedChange[],
  exchange: Exchange,
): MetadataEvidence | null {
  const { sent, before, answered } = exchange;
  if (sent.size === 0 && coalesced.every(({ field }) => field === 'name')) return null;
  const removed = coalesced.flatMap(({ field, mine }) => {
    const key = metadataKey(field);
    return key !== null && mine === null ? [key] : [];
  });
  const evidence = detectedMode({
    mode: ports.connection().learnt.keyvaluesMode,
    before: before.keyvalues,
    sent,
    removed,
    answered: answered.keyvalues,
  });
  if (evidence === null) return null;
  ports.saveTraits({ keyvaluesMode: evidence.mode, keyvaluesEvidence: evidence.because });
  putBackValues(ports, of, before, answered, evidence.lost);
  return evidence;
}

/** Queues the values that keys had before our own update; the base is what the answer shows. */
export function putBackValues(
  { outbox, random, clock, accountRef }: SyncPorts,
  of: FileRef,
  before: ReceivedFile,
  answered: ReceivedFile,
  keys: readonly string[],
): void {
  if (keys.length === 0) return;
  const changes = keys.map((key) => ({
    field: keyField(key),
    base: fieldValue(answered.record, keyField(key)),
    mine: fieldValue(before.record, keyField(key)),
    status: 'queued' as const,
    server: null,
    serverSeenAtMs: null,
  }));
  outbox.enqueue({
    id: changeSetId.parse(random.uuid()),
    connectionId: of.connectionId,
    accountRef: accountRef(),
    title: `Put back metadata the service dropped (${keys.join(', ')})`,
    createdAtMs: clock.nowMs(),
    edits: [{ id: editId.parse(random.uuid()), network: of.network, fileId: of.id, changes }],
  });
}
