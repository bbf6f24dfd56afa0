import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { fileStates } from '../../../src/domain/files/file.ts';
import { countedByDay, type DaySpan, lastDays } from '../../../src/domain/library/days.ts';
import { type LibraryNews, noNews } from '../../../src/domain/library/news.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { numberOf, numbersOf } from '../sqlite/column-parsers.ts';

/** Counted by the index alone. */
const MOST_COUNTED = 50_000;
/** Added up row by row, which reads a page for nearly each: about 20 ms. */
const MOST_SUMMED = 5_000;
const SLICE_ROWS = 5_000;

/** Reads what scans saw happen to a mirror: since a time, and by day. Yields between slices. */
export function libraryNews(
  db: Database,
  yieldToEventLoop: () => Promise<void>,
): (connectionId: ConnectionId, sinceMs: number | null, nowMs: number) => Promise<LibraryNews> {
  const ids = mirrorIds(db);
  const newFiles = newFilesReader(db);
  const elsewhere = elsewhereReader(db);
  const times = remoteChangeTimes(db, yieldToEventLoop);

  return async (connectionId, sinceMs, nowMs) => {
    const days = lastDays(nowMs);
    const mirrorId = ids.find(connectionId);
    if (mirrorId === null) return noNews(nowMs);
    const since = sinceMs === null ? null : { fromMs: sinceMs, toMs: nowMs };
    const seen =
      since === null ? null : { newFiles: newFiles(mirrorId, since), elsewhere: elsewhere(mirrorId, sinceMs) };
    await yieldToEventLoop();
    const elsewhereByDay = countedByDay(days, await times(mirrorId, days));
    return { newFiles: seen?.newFiles ?? null, elsewhere: seen?.elsewhere ?? null, elsewhereByDay };
  };
}

type Since = { readonly fromMs: number; readonly toMs: number };

const grouped = z.tuple([z.string().nullable(), z.number(), z.number()]);

function newFilesReader(db: Database): (mirrorId: number, since: Since) => LibraryNews['newFiles'] {
  const within = 'FROM files INDEXED BY files_by_created WHERE copy = ? AND created_at >= ? AND created_at < ?';
  type Asked = [number, string, string];
  const selectCount = db
    .prepare<Asked, unknown>(`SELECT count(*) FROM (SELECT 1 ${within} LIMIT ${MOST_COUNTED})`)
    .pluck();
  const selectGroups = db
    .prepare<Asked, unknown>(`SELECT group_id, count(*), total(size_bytes) ${within} GROUP BY group_id`)
    .raw();
  // Services write times in different lengths, and every spelling sorts after this prefix.
  const prefix = (atMs: number): string => new Date(atMs).toISOString().slice(0, 19);

  return (mirrorId, { fromMs, toMs }) => {
    // The end is excluded, and the present second belongs to it.
    const asked: Asked = [mirrorId, prefix(fromMs), prefix(toMs + 1_000)];
    const files = numberOf(selectCount.get(...asked));
    if (files > MOST_SUMMED) return { files, isMore: files >= MOST_COUNTED, sizeBytes: null, group: null };
    const groups = selectGroups.all(...asked).map((row) => grouped.parse(row));
    const [most] = groups.filter(([group]) => group !== null).toSorted((a, b) => b[1] - a[1]);
    return {
      ...{ files, isMore: false },
      sizeBytes: groups.reduce((sum, [, , sizeBytes]) => sum + sizeBytes, 0),
      group: most === undefined || most[0] === null ? null : { group: most[0], files: most[1] },
    };
  };
}

const counts = z.tuple([z.number(), z.number()]).transform(([files, alsoHere]) => ({ files, alsoHere }));

/** The history of other people's changes has at most 20,000 rows (`remote-changes.ts`). */
function elsewhereReader(db: Database): (mirrorId: number, sinceMs: number | null) => LibraryNews['elsewhere'] {
  const select = db
    .prepare<[number, number], unknown>(
      /* sql */ `
      SELECT count(*), count(*) FILTER (WHERE file.state < ${fileStates.indexOf('onServer')})
      FROM (SELECT DISTINCT row_id FROM remote_changes WHERE at_ms >= ?) AS changed
      CROSS JOIN files AS file ON file.row_id = changed.row_id WHERE file.copy = ?
    `,
    )
    .raw();
  return (mirrorId, sinceMs) => (sinceMs === null ? null : counts.parse(select.get(sinceMs, mirrorId)));
}

function remoteChangeTimes(db: Database, yieldToEventLoop: () => Promise<void>) {
  const selectLast = db.prepare<[], unknown>('SELECT coalesce(max(number), 0) FROM remote_changes').pluck();
  const select = db
    .prepare<[number, number, number, number], unknown>(
      /* sql */ `
      SELECT change.at_ms FROM remote_changes AS change JOIN files AS file USING (row_id)
      WHERE file.copy = ? AND change.at_ms >= ? AND change.number > ? AND change.number <= ?
    `,
    )
    .pluck();
  return async (mirrorId: number, [first]: readonly DaySpan[]): Promise<readonly number[]> => {
    const times: number[] = [];
    for (let to = numberOf(selectLast.get()); to > 0; to -= SLICE_ROWS) {
      times.push(...numbersOf(select.all(mirrorId, first?.fromMs ?? 0, to - SLICE_ROWS, to)));
      await yieldToEventLoop();
    }
    return times;
  };
}
