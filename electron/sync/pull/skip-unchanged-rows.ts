import type { Network } from '../../../src/domain/core/ids.ts';
import type { KeepUnknownRows, UnreadRow } from '../../remote/service.ts';
import { awaitedFiles } from '../ingest/apply-remote-record.ts';
import type { SyncPorts } from '../ports.ts';

/** What became of the rows of a page that were stripped before their JSON was parsed: whether one is new to the scan. */
export type StrippedRows = { hasNews: boolean };

/** When the mirror knows none of this many rows, the rest of the page is not compared: it is a first scan. */
const TRIED_FIRST = 20;

/**
 * Marks rows as seen whose text the mirror already holds, before their JSON is parsed: most rows of a scan. Rows of files
 * with waiting edits are never skipped, because the edits are compared with the record; nor are those of files whose newer
 * record the mirror is still to take.
 */
export function skipUnchangedRows(
  ports: SyncPorts,
  network: Network,
  by: { readonly requestSeq: number; readonly scanId: string },
  stripped: StrippedRows,
): KeepUnknownRows {
  const { files, outbox, connection, clock } = ports;
  const connectionId = connection().id;
  const findNews = (rows: readonly UnreadRow[]): UnreadRow | undefined => {
    if (stripped.hasNews) return undefined;
    return rows.find(({ record }) => !files.isSeenIn(connectionId, record, by.scanId));
  };
  const changedAmong = (rows: readonly UnreadRow[]): ReadonlySet<UnreadRow> => {
    const edited = outbox.filesWithOpenChanges(
      connectionId,
      rows.map(({ record }) => record),
    );
    const never: ReadonlySet<string> = new Set(
      [...edited, ...awaitedFiles(ports)].flatMap((key) => (key.network === network ? [key.id] : [])),
    );
    const atRest = rows.filter(({ record }) => !never.has(record.id));
    const news = findNews(atRest);
    const others = new Set(files.markSame(connectionId, atRest, { seenAtMs: clock.nowMs(), ...by }));
    // The id of an unread row is unchecked: only a row that the mirror knows by its whole text tells anything.
    if (news !== undefined && !others.has(news)) stripped.hasNews = true;
    return new Set(rows.filter((row) => never.has(row.record.id) || others.has(row)));
  };
  return (rows) => {
    const first = changedAmong(rows.slice(0, TRIED_FIRST));
    if (first.size === TRIED_FIRST) return rows;
    const rest = changedAmong(rows.slice(TRIED_FIRST));
    return rows.filter((row) => first.has(row) || rest.has(row));
  };
}
