import type { FileRef } from '../../../src/domain/core/ids.ts';
import { valuesLanded } from '../../../src/domain/edits/update-body.ts';
import { fieldValue } from '../../../src/domain/files/field.ts';
import type { ReceivedFile } from '../../remote/service.ts';
import type { SyncPorts } from '../ports.ts';

/** After an answered update: replicas are seconds behind, as a rule. */
const LONGEST_LAG_MS = 60_000;

type LaggingPorts = Pick<SyncPorts, 'outbox' | 'files' | 'clock'>;

/**
 * Whether a read shows a file as it was before an update that the service has answered since, and lacks what was written last:
 * one of its replicas lags behind. Whoever put the whole file back within this time looks the same, and is believed after it.
 */
export function isLagging({ outbox, files, clock }: LaggingPorts, of: FileRef, { record, raw }: ReceivedFile): boolean {
  const nowMs = clock.nowMs();
  // The time since an answer is unknown once the clock was set back.
  const isRecent = (atMs: number | null): boolean => atMs !== null && atMs <= nowMs && nowMs - atMs < LONGEST_LAG_MS;
  if (!isRecent(outbox.settled(of)?.settledAtMs ?? null) || files.get(of)?.raw === raw) return false;
  const answered = outbox.attemptsSince(of, 0).filter((one) => one.wasAnswered && isRecent(one.endedAtMs));
  if (!answered.some(({ readRaw }) => readRaw === raw)) return false;
  const lastWrites = new Map(answered.toReversed().flatMap(({ writes }) => writes.map((one) => [one.field, one])));
  return [...lastWrites.values()].some((one) => !valuesLanded(one).includes(fieldValue(record, one.field)));
}
