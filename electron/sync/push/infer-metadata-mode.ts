import { askAboutVanished, putBack, valuesLost } from '../../../src/domain/edits/after-accepted.ts';
import type { CoalescedChange } from '../../../src/domain/edits/coalesce.ts';
import type { RequestedChange } from '../../../src/domain/edits/edit.ts';
import { metadataKey } from '../../../src/domain/files/field.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';
import { detectedMode, type MetadataEvidence } from '../../../src/domain/service/metadata-mode.ts';
import type { ReceivedFile } from '../../remote/service.ts';
import { editsForAccount } from '../outbox/edits-of-file.ts';
import { recordOutcomes } from '../outbox/record-outcomes.ts';
import type { SyncPorts } from '../ports.ts';
import { enqueueQuestion, enqueueRepair } from './enqueue-repair.ts';
import type { ComparedRecord } from './prepare-update.ts';

type Exchange = {
  readonly sent: ReadonlyMap<string, unknown>;
  readonly compared: Pick<ComparedRecord, 'received' | 'isFromService'>;
  readonly answered: ReceivedFile;
};

/**
 * Infers the metadata mode from a 2xx answer to our own update. Values that went away with the update are asked about, or put
 * back where the own side always wins. Call in a transaction of the outbox.
 *
 * @returns null when the answer tells nothing new
 */
export function inferMetadataMode(
  ports: SyncPorts,
  of: FileRef,
  updated: readonly CoalescedChange[],
  exchange: Exchange,
): MetadataEvidence | null {
  const { sent, compared, answered } = exchange;
  const before = compared.received;
  if (sent.size === 0 && updated.every(({ field }) => field === 'name')) return null;
  const removed = updated.flatMap(({ field, mine }) => {
    const key = metadataKey(field);
    return key !== null && mine === null ? [key] : [];
  });
  const evidence = detectedMode({
    mode: ports.connection().learnt.keyvaluesMode,
    // Who took a key away since the mirror saw it, the answer cannot tell.
    before: compared.isFromService ? before.keyvalues : new Map(),
    sent,
    removed,
    answered: answered.keyvalues,
  });
  if (evidence === null) return null;
  ports.saveTraits({ keyvaluesMode: evidence.mode, modeEvidence: evidence.because, keyvaluesEvidence: null });
  const record = { before: before.record, answered: answered.record };
  if (ports.connection().conflictRule === 'mineWins') putBackValues(ports, of, valuesLost(record, evidence.lost));
  else askAboutLost(ports, of, before, evidence.lost);
  return evidence;
}

function askAboutLost(ports: SyncPorts, of: FileRef, { record }: ReceivedFile, keys: readonly string[]): void {
  const nowMs = ports.clock.nowMs();
  const { changes } = editsForAccount(ports, of);
  const { asked, updates, displaced } = askAboutVanished(changes, { before: record }, keys, nowMs);
  recordOutcomes(ports, updates);
  for (const one of displaced) ports.remember(of, one, nowMs);
  enqueueQuestion(ports, of, `Metadata that went away with an update (${keysOf(asked)})`, asked);
}

const keysOf = (changes: readonly RequestedChange[]): string =>
  changes.flatMap(({ field }) => metadataKey(field) ?? []).join(', ');

/** Queues the values that our own update took away, as `putBack` decides. Call in a transaction of the outbox. */
export function putBackValues(ports: SyncPorts, of: FileRef, lost: readonly RequestedChange[]): void {
  const { updates, wanted } = putBack(editsForAccount(ports, of).changes, lost);
  recordOutcomes(ports, updates);
  enqueueRepair(ports, of, `Put back metadata the service dropped (${keysOf(wanted)})`, wanted);
}
