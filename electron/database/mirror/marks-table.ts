import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type ConnectionId, type FileKey, fileKeyText } from '../../../src/domain/core/ids.ts';
import type { FileMark } from '../../../src/domain/files/file-marks.ts';
import { vectorOf } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';
import { mirrorIds } from './mirror-ids.ts';

/** Which files of a mirror have a mark. The outbox has the marks: these rows are written after it, and at each start. */
export function marksTable(db: Database) {
  const ids = mirrorIds(db);
  const { atomically } = transactions(db);
  const values = '(copy, mark, network, file_id) VALUES (?, ?, ?, ?)';
  const insert = db.prepare<[number, string, string, string]>(
    `INSERT INTO file_marks ${values} ON CONFLICT DO NOTHING`,
  );
  const remove = db.prepare<[number, string, string, string]>(
    'DELETE FROM file_marks WHERE copy = ? AND mark = ? AND network = ? AND file_id = ?',
  );
  const select = db.prepare<[number, string], unknown>(
    'SELECT network, file_id AS id FROM file_marks WHERE copy = ? AND mark = ?',
  );

  return {
    set: (id: ConnectionId, mark: FileMark, keys: readonly FileKey[], isMarked: boolean): void =>
      atomically(() => {
        const mirrorId = ids.findOrMake(id);
        for (const key of keys) (isMarked ? insert : remove).run(mirrorId, mark, key.network, key.id);
      }),
    /** Makes these all the marks of a kind. Rows are written only where they differ: every start asks for this. */
    replace: (id: ConnectionId, mark: FileMark, keys: readonly FileKey[]): void =>
      atomically(() => {
        const mirrorId = keys.length === 0 ? ids.find(id) : ids.findOrMake(id);
        if (mirrorId === null) return;
        const missing = new Map(keys.map((key) => [fileKeyText(key), key]));
        for (const row of select.all(mirrorId, mark).map((one) => markRow.parse(one)))
          if (!missing.delete(fileKeyText(row))) remove.run(mirrorId, mark, row.network, row.id);
        for (const key of missing.values()) insert.run(mirrorId, mark, key.network, key.id);
      }),
  };
}
export type MarksTable = ReturnType<typeof marksTable>;

/** Any texts: a mark under a damaged file id is one too many, and no reason against a start. */
const markRow = z.object({ network: z.string(), id: z.string() });

/** The condition that a row of `files` has a mark, which is bound. */
export const hasMark = /* sql */ `EXISTS (SELECT 1 FROM file_marks AS mark
  WHERE mark.copy = files.copy AND mark.mark = ? AND mark.network = files.network AND mark.file_id = files.id)`;

/** Finds the rows of a mirror with a mark. */
export function markedRows(db: Database): (mirrorId: number, mark: FileMark) => Uint32Array {
  const select = db
    .prepare<[number, string], unknown>(
      /* sql */ `
      SELECT files.row_id FROM file_marks AS marked CROSS JOIN files
        ON files.copy = marked.copy AND files.network = marked.network AND files.id = marked.file_id
      WHERE marked.copy = ? AND marked.mark = ?
    `,
    )
    .pluck();
  return (mirrorId, mark) => vectorOf(select.all(mirrorId, mark));
}
