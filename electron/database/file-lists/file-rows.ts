import { lengthOfCutName, nameInList } from '../mirror/projected-file.ts';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { fileId, network } from '../../../src/domain/core/ids.ts';
import { textOf } from '../sqlite/column-parsers.ts';
import { type FileRow, type FileState, fileStates } from '../../../src/domain/files/file.ts';

/** A file's state by its rank. */
export const stateColumn = z.number().transform((rank, context): FileState => {
  const found = fileStates[rank];
  if (found !== undefined) return found;
  context.issues.push({ code: 'custom', message: `no state ${rank}`, input: rank });
  return z.NEVER;
});

const fileRow = z
  .object({
    network,
    id: fileId,
    shown_name: z.string().nullable(),
    name_length: z.number().nullable(),
    cid: z.string(),
    size_bytes: z.number().nullable(),
    mime_type: z.string().nullable(),
    group_id: z.string().nullable(),
    created_at: z.string().nullable(),
    state: stateColumn,
    open_changes: z.number(),
  })
  .transform((row): Omit<FileRow, 'values'> => ({
    network: row.network,
    id: row.id,
    name: row.shown_name,
    ...(row.name_length === null ? {} : { nameLength: row.name_length }),
    cid: row.cid,
    sizeBytes: row.size_bytes,
    mimeType: row.mime_type,
    groupId: row.group_id,
    createdAt: row.created_at,
    state: row.state,
    openChanges: row.open_changes,
  }));

/** A column of a list shows no more characters of a value. */
const SHOWN_CHARACTERS = 200;

/**
 * Reads rows by id, in the order asked for; rows that went away since are left out.
 *
 * @param keys metadata keys whose values come with each row
 */
export function fileRows(db: Database): (rowIds: Uint32Array, keys?: readonly string[]) => readonly FileRow[] {
  const select = db.prepare<[number], unknown>(/* sql */ `
    SELECT network, id, ${nameInList}, ${lengthOfCutName}, cid, size_bytes, mime_type, group_id, created_at, state, open_changes
    FROM files WHERE row_id = ?
  `);
  const selectValue = db
    .prepare<[number, string], unknown>(
      `SELECT substr(value, 1, ${SHOWN_CHARACTERS}) FROM metadata WHERE row_id = ? AND key = ?`,
    )
    .pluck();
  const valueOf = (rowId: number, key: string): string | null => {
    const value = selectValue.get(rowId, key);
    return value === undefined ? null : textOf(value);
  };
  const read = db.transaction((rowIds: Uint32Array, keys: readonly string[]): readonly FileRow[] =>
    [...rowIds].flatMap((rowId) => {
      const row = select.get(rowId);
      return row === undefined ? [] : [{ ...fileRow.parse(row), values: keys.map((key) => valueOf(rowId, key)) }];
    }),
  );
  return (rowIds, keys = []) => read(rowIds, keys);
}
