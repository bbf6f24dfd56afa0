import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { pairs, type ObservedFile, type Pairs } from '../../../src/domain/files/file.ts';
import type { FacetCounter } from '../facet-index/facet-index-writer.ts';
import { indexNotes } from '../text-index/index-queue.ts';
import { rowChangeLog } from './row-change-log.ts';
import { numberOf, VALUE } from '../sqlite/column-parsers.ts';
import type { ProjectedFile, ProjectedRow } from './projected-file.ts';

const foundRow = z
  .object({ row_id: z.number(), raw: z.string() })
  .transform((row) => ({ rowId: row.row_id, raw: row.raw }));

const oldRow = z.object({
  shown_name: z.string().nullable(),
  network: z.string(),
  cid: z.string(),
  size_bytes: z.number().nullable(),
  mime_type: z.string().nullable(),
  group_id: z.string().nullable(),
  created_at: z.string().nullable(),
  state: z.number(),
  open_changes: z.number(),
  text: z.string(),
});

const comparable = [
  'shown_name',
  'cid',
  'size_bytes',
  'mime_type',
  'group_id',
  'created_at',
  'state',
  'open_changes',
] as const satisfies readonly (keyof ProjectedRow)[];

/** Writes one file's rows in all the tables that know it. */
export function fileWriter(db: Database) {
  const notes = indexNotes(db);
  const log = rowChangeLog(db);
  const find = db.prepare<[number, string, string], unknown>(/* sql */ `
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
  const selectRowId = db
    .prepare<[number, string, string], unknown>('SELECT row_id FROM files WHERE copy = ? AND network = ? AND id = ?')
    .pluck();
  const selectOld = db.prepare<[number], unknown>(/* sql */ `
    SELECT file.shown_name, file.network, file.cid, file.size_bytes, file.mime_type, file.group_id, file.created_at,
      file.state, file.open_changes, search.text
    FROM files AS file JOIN search_texts AS search USING (row_id) WHERE file.row_id = ${VALUE}
  `);
  const insert = db.prepare(/* sql */ `
    INSERT INTO files (copy, network, id, shown_name, name_key, cid, size_bytes, mime_type, group_id, created_at,
      state, open_changes)
    VALUES (@copy, @network, @id, @shown_name, @name_key, @cid, @size_bytes, @mime_type, @group_id, @created_at,
      @state, @open_changes)
  `);
  const update = db.prepare(/* sql */ `
    UPDATE files SET shown_name = @shown_name, name_key = @name_key, cid = @cid, size_bytes = @size_bytes,
      mime_type = @mime_type, group_id = @group_id, created_at = @created_at, state = @state,
      open_changes = @open_changes
    WHERE row_id = @rowId
  `);
  const insertMetadata = db.prepare<[number, string, string]>(/* sql */ `
    INSERT INTO metadata (row_id, key, value) VALUES (?, ?, ?)
    ON CONFLICT (row_id, key) DO UPDATE SET value = excluded.value
  `);
  const removeMetadata = db.prepare<[number]>('DELETE FROM metadata WHERE row_id = ?');
  const selectMetadata = db.prepare<[number], unknown>('SELECT key, value FROM metadata WHERE row_id = ?').raw();
  const insertText = db.prepare<[number, number, string]>(
    'INSERT INTO search_texts (row_id, copy, text) VALUES (?, ?, ?)',
  );
  const updateText = db.prepare<[string, number]>('UPDATE search_texts SET text = ? WHERE row_id = ?');
  const insertRecord = db.prepare<[number, string, string]>(/* sql */ `
    INSERT INTO records (row_id, raw, record_json) VALUES (?, ?, ?)
    ON CONFLICT (row_id) DO UPDATE SET raw = excluded.raw, record_json = excluded.record_json
  `);
  const removals = ['files', 'records', 'sightings', 'search_texts', 'metadata'].map((table) =>
    db.prepare<[number]>(`DELETE FROM ${table} WHERE row_id = ?`),
  );

  const putRecord = (rowId: number, { raw, record }: ObservedFile): void =>
    void insertRecord.run(rowId, raw, JSON.stringify(record));

  const putMetadata = (rowId: number, all: Pairs): void => {
    for (const [key, value] of all) insertMetadata.run(rowId, key, value);
  };
  const metadataOf = (rowId: number): Pairs => pairs.parse(selectMetadata.all(rowId));

  return {
    find: (copy: number, network: string, id: string) => {
      const row = find.get(copy, network, id);
      return row === undefined ? null : foundRow.parse(row);
    },
    /** @returns null when there is no such row, or its raw text is another */
    findSame: (copy: number, network: string, id: string, raw: string): number | null => {
      const rowId = findSame.get(copy, network, id, raw);
      return rowId === undefined ? null : numberOf(rowId);
    },
    rowId: (copy: number, network: string, id: string): number | null => {
      const rowId = selectRowId.get(copy, network, id);
      return rowId === undefined ? null : numberOf(rowId);
    },
    insert: (copy: number, file: ObservedFile, shown: ProjectedFile, facets: FacetCounter): number => {
      const rowId = Number(insert.run({ copy, ...shown.row }).lastInsertRowid);
      putRecord(rowId, file);
      insertText.run(rowId, copy, shown.text);
      putMetadata(rowId, shown.pairs);
      notes.added(rowId);
      facets.add(rowId, shown.row, shown.pairs);
      return rowId;
    },
    putRecord,
    /** @returns false when nothing that is shown was different */
    update: (rowId: number, shown: ProjectedFile, facets: FacetCounter): boolean => {
      const old = oldRow.parse(selectOld.get(rowId));
      const oldPairs = metadataOf(rowId);
      const samePairs = isSameMetadata(oldPairs, shown.pairs);
      if (samePairs && sameShown(old, shown)) return false;
      update.run({ rowId, ...shown.row });
      log.note(rowId);
      facets.take(rowId, old, samePairs ? [] : oldPairs);
      facets.add(rowId, shown.row, samePairs ? [] : shown.pairs);
      if (!samePairs) {
        removeMetadata.run(rowId);
        putMetadata(rowId, shown.pairs);
      }
      if (old.text !== shown.text) {
        updateText.run(shown.text, rowId);
        notes.changed(rowId);
      }
      return true;
    },
    remove: (rowId: number, facets: FacetCounter): number => {
      facets.take(rowId, oldRow.parse(selectOld.get(rowId)), metadataOf(rowId));
      for (const removal of removals) removal.run(rowId);
      log.note(rowId);
      notes.changed(rowId);
      return 1;
    },
  };
}

function isSameMetadata(old: Pairs, shown: Pairs): boolean {
  const held = new Map(old);
  return held.size === shown.length && shown.every(([key, value]) => held.get(key) === value);
}

const sameShown = (old: z.infer<typeof oldRow>, { row, text }: ProjectedFile): boolean =>
  old.text === text && comparable.every((column) => old[column] === row[column]);
