import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { FoundByCheck } from '../../../src/domain/activity/found-by-check.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { field, type Field } from '../../../src/domain/files/field.ts';
import { jsonColumn, numberOf } from '../sqlite/column-parsers.ts';
import { mirrorIds } from './mirror-ids.ts';

/** A place in the mirror's past: the newest row of a file and the newest change of somebody else, and the files of one mirror. */
export type MirrorPlace = { readonly rowId: number; readonly change: number; readonly files: number };

/** More new files than this are only counted: the writer has other work. */
const MOST_ADDED = 5_000;
/** More changes than this are only counted, for the same reason. */
const MOST_CHANGES = 2_000;
const MOST_FIELDS = 8;

const countedRow = z.tuple([z.number(), z.string().nullable()]);
const groupedRow = z.tuple([z.string().nullable(), z.number(), z.number()]);
const changedRow = z.object({
  row_id: z.number(),
  changes_json: jsonColumn(z.object({ fields: z.array(z.object({ field })) })),
});

/** Tells what scans brought into a mirror from one place in its past to the present. */
export function mirrorNews(db: Database, countFiles: (id: ConnectionId) => number) {
  const ids = mirrorIds(db);
  const lastRow = db.prepare<[], unknown>('SELECT coalesce(max(row_id), 0) FROM files').pluck();
  const lastChange = db.prepare<[], unknown>('SELECT coalesce(max(number), 0) FROM remote_changes').pluck();
  const added = addedFiles(db);
  const changed = changedFiles(db);
  const place = (id: ConnectionId): MirrorPlace => ({
    rowId: numberOf(lastRow.get()),
    change: numberOf(lastChange.get()),
    files: countFiles(id),
  });
  return {
    place,
    /** What happened after that place. */
    since: (id: ConnectionId, { rowId, change, files }: MirrorPlace): FoundByCheck => {
      const now = countFiles(id);
      const mirrorId = ids.find(id);
      if (mirrorId === null) return { ...noNews, files: now, gone: Math.max(0, files - now) };
      const came = added(mirrorId, rowId);
      return {
        added: came,
        gone: Math.max(0, files + came.files - now),
        changed: changed(mirrorId, change),
        files: now,
      };
    },
  };
}
const noNews: FoundByCheck = {
  added: { files: 0, oldestMs: null, sizeBytes: null, group: null },
  gone: 0,
  changed: { files: 0, fields: [] },
  files: 0,
};

function addedFiles(db: Database): (mirrorId: number, afterRowId: number) => FoundByCheck['added'] {
  const within = 'FROM files NOT INDEXED WHERE row_id > ? AND copy = ?';
  // What is no date sorts before or after all dates.
  const oldest = "min(created_at) FILTER (WHERE created_at >= '1970' AND created_at < ':')";
  const count = db.prepare<[number, number], unknown>(`SELECT count(*), ${oldest} ${within}`).raw();
  const groups = db
    .prepare<[number, number], unknown>(`SELECT group_id, count(*), total(size_bytes) ${within} GROUP BY group_id`)
    .raw();
  return (mirrorId, afterRowId) => {
    const [files, createdAt] = countedRow.parse(count.get(afterRowId, mirrorId));
    const oldestMs = createdAt === null || Number.isNaN(Date.parse(createdAt)) ? null : Date.parse(createdAt);
    if (files === 0 || files > MOST_ADDED) return { files, oldestMs, sizeBytes: null, group: null };
    const rows = groups.all(afterRowId, mirrorId).map((row) => groupedRow.parse(row));
    const [most] = rows.filter(([group]) => group !== null).toSorted((a, b) => b[1] - a[1]);
    return {
      ...{ files, oldestMs },
      sizeBytes: rows.reduce((sum, [, , sizeBytes]) => sum + sizeBytes, 0),
      group: most === undefined || most[0] === null ? null : { group: most[0], files: most[1] },
    };
  };
}

function changedFiles(db: Database): (mirrorId: number, afterChange: number) => FoundByCheck['changed'] {
  const within =
    'FROM remote_changes AS change JOIN files AS file USING (row_id) WHERE change.number > ? AND file.copy = ?';
  const count = db.prepare<[number, number], unknown>(`SELECT count(DISTINCT change.row_id) ${within}`).pluck();
  const select = db.prepare<[number, number, number], unknown>(
    `SELECT change.row_id, change.changes_json ${within} ORDER BY change.number LIMIT ?`,
  );
  return (mirrorId, afterChange) => {
    const rows = select.all(afterChange, mirrorId, MOST_CHANGES + 1);
    // Numbers of the first changes alone would be told as those of all.
    const fields = rows.length > MOST_CHANGES ? [] : changedFields(rows);
    return { files: numberOf(count.get(afterChange, mirrorId)), fields: fields.slice(0, MOST_FIELDS) };
  };
}

/** By the number of files, most first. */
function changedFields(rows: readonly unknown[]): FoundByCheck['changed']['fields'] {
  const byField = new Map<Field, Set<number>>();
  for (const row of rows) {
    const { row_id: rowId, changes_json: changes } = changedRow.parse(row);
    for (const { field: one } of changes.fields) byField.set(one, (byField.get(one) ?? new Set<number>()).add(rowId));
  }
  return [...byField].map(([one, files]) => ({ field: one, files: files.size })).toSorted((a, b) => b.files - a.files);
}
