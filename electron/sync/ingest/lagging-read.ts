import type { FileRef } from '../../../src/domain/core/ids.ts';
import { IN_FLIGHT_WINDOW_MS } from '../../../src/domain/edits/late-landings.ts';
import { valuesLanded } from '../../../src/domain/edits/update-body.ts';
import { fieldValue } from '../../../src/domain/files/field.ts';
import type { StoredAttempt } from '../../database/outbox/outbox.ts';
import type { ReceivedFile } from '../../remote/service.ts';
import type { SyncPorts } from '../ports.ts';

/** After an answered update: replicas are seconds behind, as a rule. */
const LONGEST_LAG_MS = 60_000;

/** Until the next look at a file whose read lags behind an update of ours. */
export const LAG_MS = 5_000;

type LaggingPorts = Pick<SyncPorts, 'outbox' | 'files' | 'clock'>;

/**
 * Whether a read shows a file as it was before an update that the service has answered since, or that a read has found there,
 * and lacks what was written last: one of its replicas lags behind. Whoever put the whole file back within this time looks the
 * same, and is believed after it. So is who did before the mirror took its record.
 */
export function isLagging({ outbox, files, clock }: LaggingPorts, of: FileRef, { record, raw }: ReceivedFile): boolean {
  const nowMs = clock.nowMs();
  // The time since an answer is unknown once the clock was set back.
  const isWithin = (lengthMs: number, atMs: number | null): boolean =>
    atMs !== null && atMs <= nowMs && nowMs - atMs < lengthMs;
  const settled = outbox.settled(of);
  if (settled === null || !isWithin(LONGEST_LAG_MS, settled.settledAtMs)) return false;
  const mirrored = files.get(of);
  // A mirror that could not take the answer still has the record from before it.
  if (mirrored?.raw === raw && mirrored.requestSeq >= settled.requestSeq) return false;
  const hasLanded = ({ wasAnswered, endedAtMs, isResolved, wasNotApplied, startedAtMs }: StoredAttempt): boolean =>
    wasAnswered
      ? isWithin(LONGEST_LAG_MS, endedAtMs)
      : isResolved && !wasNotApplied && isWithin(IN_FLIGHT_WINDOW_MS + LONGEST_LAG_MS, startedAtMs);
  const landed = outbox.attemptsSince(of, 0).filter(hasLanded);
  if (!landed.some(({ readRaw }) => readRaw === raw)) return false;
  const lastWrites = new Map(landed.toReversed().flatMap(({ writes }) => writes.map((one) => [one.field, one])));
  return [...lastWrites.values()].some((one) => !valuesLanded(one).includes(fieldValue(record, one.field)));
}
