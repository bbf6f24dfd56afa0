import type { ChangeUpdate } from '../../../src/domain/edits/change-update.ts';
import type { SyncPorts } from '../ports.ts';

/**
 * Stores what sync found out about field changes, by a push or by a pull. Everything that sync writes about an edit goes
 * through here, so that the log of the replay hears of every file.
 */
export function recordOutcomes(
  { outbox, replay }: Pick<SyncPorts, 'outbox' | 'replay'>,
  updates: readonly ChangeUpdate[],
): void {
  outbox.update(updates);
  replay.touched(updates);
}
