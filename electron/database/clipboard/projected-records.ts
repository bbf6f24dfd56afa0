import type { Database } from 'better-sqlite3';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import { exportRows } from '../exports/export-reader.ts';

/** A record takes about 30 µs to read and parse: a slice is 5 ms. */
const SLICE_ROWS = 150;

/** What of the records is wanted. A record may hold megabytes, so the reading ends at `mostCharacters`. */
export type WantedRecords = { readonly withPairs: boolean; readonly mostCharacters: number };

/** Reads projected records by row id, in the order asked for; rows that went away since are left out. Yields between slices. */
export function projectedRecords(
  db: Database,
  yieldToEventLoop: () => Promise<void>,
): (rowIds: Uint32Array, wanted: WantedRecords) => Promise<readonly FileRecord[]> {
  const rows = exportRows(db);
  const isThere = db.prepare<[number], unknown>('SELECT 1 FROM files WHERE row_id = ?').pluck();
  const readSlice = db.transaction((rowIds: Uint32Array, withPairs: boolean): readonly FileRecord[] =>
    [...rowIds]
      .filter((rowId) => isThere.get(rowId) !== undefined)
      .map(rows.file)
      .map((file) => (withPairs ? file : { ...file, keyvalues: [] })),
  );
  return async (rowIds, { withPairs, mostCharacters }) => {
    const records: FileRecord[] = [];
    let characters = 0;
    for (let from = 0; from < rowIds.length && characters < mostCharacters && db.open; from += SLICE_ROWS) {
      const slice = readSlice(rowIds.subarray(from, from + SLICE_ROWS), withPairs);
      records.push(...slice);
      characters += slice.reduce((sum, record) => sum + charactersOf(record), 0);
      await yieldToEventLoop();
    }
    return records;
  };
}

const charactersOf = ({ name, cid, keyvalues }: FileRecord): number =>
  keyvalues.reduce((sum, [key, value]) => sum + key.length + value.length, (name ?? '').length + cid.length);
