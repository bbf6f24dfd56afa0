import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { mirrorIds } from './mirror-ids.ts';
import type { FilesTable } from './mirror.ts';
import { jsonColumn, numberOf } from '../sqlite/column-parsers.ts';

const cursor = jsonColumn(
  z
    .object({
      job: z.string(),
      passId: z.string(),
      position: z.string().nullable(),
      done: z.number(),
      startedAtMs: z.number(),
      startedRequestSeq: z.number(),
    })
    .transform(({ passId, ...rest }) => ({ ...rest, scanId: passId })),
);

type Cursors = Pick<
  FilesTable,
  'cursor' | 'setCursor' | 'caughtUpAtMs' | 'setCaughtUp' | 'count' | 'fullCheckAtMs' | 'setFullCheck'
>;

/** How far the scans of a mirror have come. */
export function cursorsPart(db: Database): Cursors {
  const ids = mirrorIds(db);
  const select = db
    .prepare<[number, string], unknown>('SELECT cursor_json FROM listing_cursors WHERE copy = ? AND job = ?')
    .pluck();
  const upsert = db.prepare<[number, string, string]>(/* sql */ `
    INSERT INTO listing_cursors (copy, job, cursor_json) VALUES (?, ?, ?)
    ON CONFLICT (copy, job) DO UPDATE SET cursor_json = excluded.cursor_json
  `);
  const remove = db.prepare<[number, string]>('DELETE FROM listing_cursors WHERE copy = ? AND job = ?');
  const selectCaughtUp = db
    .prepare<[string], unknown>('SELECT caught_up_at_ms FROM copies WHERE connection_id = ? AND caught_up_at_ms > 0')
    .pluck();
  const selectCount = db
    .prepare<[string], unknown>(
      /* sql */ `
      SELECT coalesce(sum(sets.count), 0) FROM copies AS copy JOIN row_sets AS sets ON sets.copy = copy.number
      WHERE copy.connection_id = ? AND sets.field = 'network'
    `,
    )
    .pluck();
  const selectFullCheck = db
    .prepare<[string], unknown>(
      'SELECT full_check_at_ms FROM copies WHERE connection_id = ? AND full_check_at_ms IS NOT NULL',
    )
    .pluck();
  const setFullCheck = db.prepare<[number, number]>('UPDATE copies SET full_check_at_ms = ? WHERE number = ?');
  const setCaughtUp = db.prepare<[number, number]>('UPDATE copies SET caught_up_at_ms = ? WHERE number = ?');

  return {
    cursor: (connectionId, job) => {
      const mirrorId = ids.find(connectionId);
      const row = mirrorId === null ? undefined : select.get(mirrorId, job);
      return row === undefined ? null : cursor.parse(row);
    },
    setCursor: (connectionId, job, to) => {
      const mirrorId = ids.findOrMake(connectionId);
      if (to === null) return void remove.run(mirrorId, job);
      const { scanId: passId, ...rest } = to;
      upsert.run(mirrorId, job, JSON.stringify({ ...rest, passId }));
    },
    caughtUpAtMs: (connectionId) => {
      const atMs = selectCaughtUp.get(connectionId);
      return atMs === undefined ? null : numberOf(atMs);
    },
    count: (connectionId) => numberOf(selectCount.get(connectionId)),
    fullCheckAtMs: (connectionId) => {
      const atMs = selectFullCheck.get(connectionId);
      return atMs === undefined ? null : numberOf(atMs);
    },
    setFullCheck: (connectionId, atMs) => void setFullCheck.run(atMs, ids.findOrMake(connectionId)),
    setCaughtUp: (connectionId, atMs) => void setCaughtUp.run(atMs, ids.findOrMake(connectionId)),
  };
}
