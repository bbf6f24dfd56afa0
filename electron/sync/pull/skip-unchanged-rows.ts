import type { Network } from '../../../src/domain/core/ids.ts';
import type { KeepUnknownRows, UnreadRow } from '../../remote/service.ts';
import type { SyncPorts } from '../ports.ts';

/** When none of so many is known, the rest of a page is not looked for: it is a first copy. */
const TRIED_FIRST = 20;

/**
 * Most of a check meets what the copy already holds: it is told by its text, before that is parsed, and marked as seen.
 * What waits on top of a file is compared with its record, so such files are left to be read.
 */
export function skipUnchangedRows(
  { files, outbox, connection, clock }: SyncPorts,
  network: Network,
  by: { readonly requestSeq: number; readonly scanId: string },
): KeepUnknownRows {
  const unknown = (rows: readonly UnreadRow[]): ReadonlySet<UnreadRow> => {
    const edited: ReadonlySet<string> = new Set(
      outbox.filesWithOpenChanges(connection().id).flatMap((key) => (key.network === network ? [key.id] : [])),
    );
    const atRest = rows.filter(({ record }) => !edited.has(record.id));
    const others = new Set(files.markSame(connection().id, atRest, { seenAtMs: clock.nowMs(), ...by }));
    return new Set(rows.filter((row) => edited.has(row.record.id) || others.has(row)));
  };
  return (rows) => {
    const first = unknown(rows.slice(0, TRIED_FIRST));
    if (first.size === TRIED_FIRST) return rows;
    const rest = unknown(rows.slice(TRIED_FIRST));
    return rows.filter((row) => first.has(row) || rest.has(row));
  };
}
