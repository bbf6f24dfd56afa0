import type { FileRef } from '../../../src/domain/core/ids.ts';
import type { OutboxTable, UnmirroredRecord } from '../../database/outbox/outbox.ts';
import type { FilesTable } from '../../database/mirror/mirror.ts';
import { readFileRow } from '../../remote/record-rows.ts';
import { parseStrictly } from '../../remote/strict-json.ts';
import { unfinishedChanges } from './edits-of-file.ts';
import type { Clock } from '../ports.ts';
import { rememberRemoteChange } from './own-recent-writes.ts';

type Ports = { readonly outbox: OutboxTable; readonly files: FilesTable; readonly clock: Clock };

/** The answers of settled updates that the mirror does not hold: a crash or a full disk cut these settlements in two. */
export const recordsToTake = (
  { outbox, files }: Pick<Ports, 'outbox' | 'files'>,
  isWanted: (of: FileRef) => boolean,
): readonly UnmirroredRecord[] =>
  outbox.unmirrored().filter((one) => isWanted(one) && (files.get(one)?.requestSeq ?? 0) < one.requestSeq);

/**
 * Takes them into the mirror, with what somebody else has changed in them.
 *
 * @throws SqliteError when the mirror cannot be written
 */
export function takeSettledRecords(ports: Ports, isWanted: (of: FileRef) => boolean): void {
  const { outbox } = ports;
  const all = outbox.unmirrored().filter(isWanted);
  if (all.length === 0) return;
  for (const one of recordsToTake(ports, isWanted)) take(ports, one);
  outbox.atomically(() => {
    for (const one of all) outbox.markMirrored(one, one.requestSeq);
  });
}

function take(ports: Ports, one: UnmirroredRecord): void {
  const { outbox, files } = ports;
  const read = parseStrictly(one.raw);
  const file = read.ok ? readFileRow(read.value, one.network) : null;
  if (file === null) return;
  const seen = { seenAtMs: one.seenAtMs, requestSeq: one.requestSeq, scanId: null };
  // A pull counts the record that the mirror refuses for what is in it.
  const refused = (): void => undefined;
  files.atomically(() => {
    rememberRemoteChange(ports, one, file);
    files.put(one.connectionId, [file], seen, () => unfinishedChanges(outbox, one), refused);
  });
}
