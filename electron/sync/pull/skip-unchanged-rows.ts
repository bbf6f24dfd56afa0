import type { Network } from '../../../src/domain/core/ids.ts';
import type { KeepUnknownRows, UnreadRow } from '../../remote/service.ts';
import type { SyncPorts } from '../ports.ts';

/** When the mirror knows none of this many rows, the rest of the page is not compared: it is a first scan. */
const TRIED_FIRST = 20;

/**
 * Marks rows as seen whose text the mirror already holds, before their JSON is parsed: most rows of a scan. Rows of files
 * with waiting edits are never skipped, because the edits are compared with the record.
 */
export function skipUnchangedRows(
  { files, outbox, connection, clock }: SyncPorts,
  network: Network,
  by: { readonly requestSeq: number; readonly scanId: string },
): KeepUnknownRows {
  const changedAmong = (rows: readonly UnreadRow[]): ReadonlySet<UnreadRow> => {
    const edited: ReadonlySet<string> = new Set(
      outbox.filesWithOpenChanges(connection().id).flatMap((key) => (key.network === network ? [key.id] : [])),
    );
    const atRest = rows.filter(({ record }) => !edited.has(record.id));
    const others = new Set(files.markSame(connection().id, atRest, { seenAtMs: clock.nowMs(), ...by }));
    return new Set(rows.filter((row) => edited.has(row.record.id) || others.has(row)));
  };
  return (rows) => {
    const first = changedAmong(rows.slice(0, TRIED_FIRST));
    if (first.size === TRIED_FIRST) return rows;
    const rest = changedAmong(rows.slice(TRIED_FIRST));
    return rows.filter((row) => first.has(row) || rest.has(row));
  };
}
