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
 * Draws what can be drawn about key/values from a 2xx answer to our own update, and puts back what the service dropped
 * though nobody asked for it: as edits, so that the repair survives a crash like any other.
 */
export function detectTrait(
  ports: SyncPorts,
  of: FileRef,
  chains: readonly CoalescedChange[],
  exchange: Exchange,
): MetadataEvidence | null {
  const { sent, before, answered } = exchange;
  if (sent.size === 0 && chains.every((chain) => chain.field === 'name')) return null;
  const removed = chains.flatMap((chain) => {
    const key = metadataKey(chain.field);
    return key !== null && chain.mine === null ? [key] : [];
  });
  const lesson = detectedMode({
    mode: ports.connection().learnt.keyvaluesMode,
    before: before.keyvalues,
    sent,
    removed,
    answered: answered.keyvalues,
  });
  if (lesson === null) return null;
  ports.learn({ keyvaluesMode: lesson.mode, keyvaluesEvidence: lesson.because });
  putBack(ports, of, before, answered, lesson.lost);
  return lesson;
}

/** Queues the values keys had before our own update, on top of what they have now. */
export function putBack(
  { outbox, chance, clock, binding }: SyncPorts,
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
    id: changeSetId.parse(chance.uuid()),
    connectionId: of.connectionId,
    binding: binding(),
    title: `Put back metadata the service dropped (${keys.join(', ')})`,
    createdAtMs: clock.nowMs(),
    edits: [{ id: editId.parse(chance.uuid()), network: of.network, fileId: of.id, changes }],
  });
}
