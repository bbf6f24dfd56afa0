import { lengthOfCutName, nameInList } from '../mirror/projected-file.ts';
import { hasMark } from '../mirror/marks-table.ts';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { fileId, network } from '../../../src/domain/core/ids.ts';
import { folded, searchable } from '../../../src/domain/core/text.ts';
import { holdsOne, lackedBy } from '../../../src/domain/files/match-reason.ts';
import { fileSearch, type SearchTerms } from '../../../src/domain/files/search-terms.ts';
import { searchSpellings } from '../../../src/domain/signatures/search-spellings.ts';
import { beginningOf, cutBytes, flagColumn } from '../sqlite/column-parsers.ts';
import type { FileMark } from '../../../src/domain/files/file-marks.ts';
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
    is_starred: flagColumn,
    has_note: flagColumn,
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
    ...(row.is_starred ? { isStarred: true as const } : {}),
    ...(row.has_note ? { hasNote: true as const } : {}),
  }));

/** A column of a list shows no more of a value, in UTF-16 code units. */
const SHOWN_UNITS = 200;

/**
 * Reads rows by id, in the order asked for; rows that went away since are left out.
 *
 * @param keys metadata keys whose values come with each row
 * @param search whose first pair comes with each row whose name does not hold it
 */
export function fileRows(
  db: Database,
): (rowIds: Uint32Array, keys?: readonly string[], search?: string) => readonly FileRow[] {
  const select = db.prepare<[FileMark, FileMark, number], unknown>(/* sql */ `
    SELECT network, id, ${nameInList}, ${lengthOfCutName}, cid, size_bytes, mime_type, group_id, created_at, state,
      ${hasMark} AS is_starred, ${hasMark} AS has_note
    FROM files WHERE row_id = ?
  `);
  const selectValue = db
    .prepare<[number, string], unknown>(
      `SELECT ${beginningOf('value', SHOWN_UNITS)} FROM metadata WHERE row_id = ? AND key = ?`,
    )
    .pluck();
  const valueOf = (rowId: number, key: string): string | null => {
    const value = selectValue.get(rowId, key);
    return value === undefined ? null : cutBytes(value, SHOWN_UNITS);
  };
  const foundPairOf = foundPairs(db);
  type Asked = { readonly keys: readonly string[]; readonly search: SearchTerms };
  const read = db.transaction((rowIds: Uint32Array, { keys, search }: Asked): readonly FileRow[] =>
    [...rowIds].flatMap((rowId) => {
      const found = select.get('star', 'note', rowId);
      if (found === undefined) return [];
      const row = fileRow.parse(found);
      const values = keys.map((key) => valueOf(rowId, key));
      const foundPair = foundPairOf(rowId, lackedBy(row.name ?? '', search));
      return [{ ...row, values, ...(foundPair === null ? {} : { foundPair }) }];
    }),
  );
  return (rowIds, keys = [], search = '') => read(rowIds, { keys, search: fileSearch(search, searchSpellings) });
}

/** UTF-16 code units of a value that are looked at for the pair that a search found: lists of longer ones stay quick. */
const LOOKED_UNITS = 2_000;

const pair = z.object({ key: z.string(), value: z.unknown().transform((bytes) => cutBytes(bytes, LOOKED_UNITS)) });

/** Reads the first pair of a row that one of some terms means, a pair before a word; null without one. */
function foundPairs(db: Database): (rowId: number, terms: SearchTerms) => z.infer<typeof pair> | null {
  const select = db.prepare<[number], unknown>(
    `SELECT key, ${beginningOf('value', LOOKED_UNITS)} AS value FROM metadata WHERE row_id = ? ORDER BY key`,
  );
  return (rowId, { words, pairs }) => {
    if (words.length + pairs.length === 0) return null;
    const all = select.all(rowId).map((row) => pair.parse(row));
    const isAsked = ({ key, value }: z.infer<typeof pair>): boolean =>
      pairs.some((one) => one.key === searchable(key) && folded(value).includes(one.value));
    return all.find(isAsked) ?? all.find(({ value }) => words.some((word) => holdsOne(value, word))) ?? null;
  };
}
