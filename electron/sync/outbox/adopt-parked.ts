import type { AccountRef } from '../../../src/domain/connections/connection.ts';
import type { Adoption } from '../../../src/domain/edits/edit.ts';
import type { ParkedFile } from '../../database/outbox/outbox.ts';
import type { ParkedEdits } from '../../database/outbox/parked-edits.ts';
import type { Clock } from '../ports.ts';
import { slicesOf } from '../yielding.ts';

/**
 * Gives parked edits to the account `to`, file by file with all edits of each. A crash, or `isWanted` saying no, leaves the
 * rest parked.
 *
 * @param reason `person` for a person's word, `proof` for an API key that both tokens share; nothing else may adopt an edit
 */
export async function adoptParked(
  { parked, clock }: { readonly parked: Pick<ParkedEdits, 'adopt'>; readonly clock: Clock },
  files: readonly ParkedFile[],
  to: AccountRef,
  reason: Adoption['reason'],
  isWanted: () => boolean,
): Promise<void> {
  for await (const slice of slicesOf(clock, files)) {
    if (!isWanted()) return;
    parked.adopt(slice, to, { reason, atMs: clock.nowMs() });
  }
}
