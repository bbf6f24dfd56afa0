import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ObservedFile } from '../../../src/domain/files/file.ts';
import type { FacetCounter } from '../facet-index/facet-index-writer.ts';
import { numberOf, VALUE } from '../sqlite/column-parsers.ts';
import { indexNotes } from '../text-index/index-queue.ts';
import { metadataRows, pairChanges, type PairChanges, partOf } from './metadata-rows.ts';
import type { ProjectedFile } from './projected-file.ts';
import { isSameRow, projectedRows } from './projected-rows.ts';
import { fileRowId } from './mirror-ids.ts';
import { rowChangeLog } from './row-change-log.ts';

const recordRow = z
  .object({ row_id: z.number(), raw: z.string() })
  .transform((row) => ({ rowId: row.row_id, raw: row.raw }));

/** The row ids of files. */
export function fileRowIds(db: Database) {
  const findWithRaw = db.prepare<[number, string, string], unknown>(/* sql */ `
    SELECT file.row_id, record.raw FROM files AS file JOIN records AS record USING (row_id)
    WHERE file.copy = ${VALUE} AND file.network = ${VALUE} AND file.id = ${VALUE}
  `);
  const findSame = db
    .prepare<[number, string, string, string], unknown>(
      /* sql */ `
      SELECT file.row_id FROM files AS file JOIN records AS record USING (row_id)
      WHERE file.copy = ${VALUE} AND file.network = ${VALUE} AND file.id = ${VALUE} AND record.raw = ${VALUE}
    `,
    )
    .pluck();
  const find = fileRowId(db);
  return {
    /** @returns null when the mirror does not hold the file */
    withRaw: (mirrorId: number, network: string, id: string) => {
      const row = findWithRaw.get(mirrorId, network, id);
      return row === undefined ? null : recordRow.parse(row);
    },
    /** @returns null when the mirror does not hold the file, or holds it with another raw text */
    ofSame: (mirrorId: number, network: string, id: string, raw: string): number | null => {
      const rowId = findSame.get(mirrorId, network, id, raw);
      return rowId === undefined ? null : numberOf(rowId);
    },
    /** @returns null when the mirror does not hold the file */
    of: (mirrorId: number, network: string, id: string): number | null => find(mirrorId, { network, id }),
  };
}

/** Writes one file's rows in all tables that know the file, and tells the indexes. */
export function fileWriter(db: Database) {
  const notes = indexNotes(db);
  const log = rowChangeLog(db);
  const { rows, metadata, putRecord, insertRows, removeRows } = fileRows(db);

  return {
    insert: (mirrorId: number, file: ObservedFile, projected: ProjectedFile, facets: FacetCounter): number => {
      const rowId = insertRows(mirrorId, file, projected);
      notes.added(rowId);
      facets.add(rowId, projected.row, projected.pairs);
      return rowId;
    },
    putRecord,
    /** At most `mostPairs` of the changes that take the stored pairs to those of the projected file. */
    pairChanges: (rowId: number, { pairs }: ProjectedFile, mostPairs = Infinity): PairChanges =>
      partOf(pairChanges(metadata.get(rowId), pairs), mostPairs),
    /** @returns false when the projected file is the same as before, and nothing was written */
    update: (
      rowId: number,
      projected: ProjectedFile,
      { removed, added }: PairChanges,
      facets: FacetCounter,
    ): boolean => {
      const old = rows.get(rowId);
      if (removed.length + added.length === 0 && isSameRow(old, projected)) return false;
      rows.update(rowId, old, projected);
      log.note(rowId);
      metadata.change(rowId, removed, added);
      if (old.text !== projected.text) notes.changed(rowId);
      facets.remove(rowId, old, removed);
      facets.add(rowId, projected.row, added);
      return true;
    },
    remove: (rowId: number, facets: FacetCounter): void => {
      facets.remove(rowId, rows.get(rowId), metadata.get(rowId));
      removeRows(rowId);
      log.note(rowId);
      notes.changed(rowId);
    },
  };
}

/** The rows of one file: its record, its projection, its search text and its metadata. */
function fileRows(db: Database) {
  const rows = projectedRows(db);
  const metadata = metadataRows(db);
  const putRecord = recordWriter(db);
  const removals = ['files', 'records', 'sightings', 'search_texts', 'metadata', 'remote_changes'].map((table) =>
    db.prepare<[number]>(`DELETE FROM ${table} WHERE row_id = ?`),
  );
  const removeRows = (rowId: number): void => {
    for (const removal of removals) removal.run(rowId);
  };

  /**
   * Inserts all of a file or nothing. A savepoint for each would make a first copy a sixth slower: SQLite copies every
   * page that a savepoint changes (https://sqlite.org/tempfiles.html#statement_journal_files).
   */
  function insertRows(mirrorId: number, file: ObservedFile, projected: ProjectedFile): number {
    const rowId = rows.insert(mirrorId, projected);
    try {
      rows.insertText(rowId, mirrorId, projected);
      putRecord(rowId, file);
      metadata.put(rowId, projected.pairs);
    } catch (error) {
      removeRows(rowId);
      throw error;
    }
    return rowId;
  }

  return { rows, metadata, putRecord, insertRows, removeRows };
}

function recordWriter(db: Database): (rowId: number, file: ObservedFile) => void {
  const upsert = db.prepare<[number, string, string]>(/* sql */ `
    INSERT INTO records (row_id, raw, record_json) VALUES (?, ?, ?)
    ON CONFLICT (row_id) DO UPDATE SET raw = excluded.raw, record_json = excluded.record_json
  `);
  return (rowId, { raw, record }) => void upsert.run(rowId, raw, JSON.stringify(record));
}
