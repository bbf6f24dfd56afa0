import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { fileRecord, pairs, type FileRecord, type Pairs } from '../../../src/domain/files/file.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import type { ExportedFile } from '../../../src/domain/exports/library-export.ts';
import type { Selection } from '../../../src/domain/files/queries.ts';
import { selectedRows } from '../file-lists/query-rows.ts';
import { closedOnFailure } from '../sqlite/closed-on-failure.ts';
import { openToRead } from '../text-index/open-text-index.ts';
import { jsonColumn, numberOf, textsOf, VALUE } from '../sqlite/column-parsers.ts';
import { stateColumn } from '../file-lists/file-rows.ts';

/** The mirror as it was at one moment, whatever the writer changes meanwhile. */
export type ExportReader = {
  rowIds(connectionId: ConnectionId, selection: Selection): Uint32Array;
  /** As it is shown: pending edits replayed. */
  file(rowId: number): ExportedFile;
  /** Metadata keys of a file as they are shown. */
  keys(rowId: number): readonly string[];
  close(): void;
};

const CACHE_MEGABYTES = 8;

/** @param mirrorPath of a mirror that was opened for writing before: its tables are there */
export function openExportReader(mirrorPath: string): ExportReader {
  return closedOnFailure(openToRead(mirrorPath, CACHE_MEGABYTES), (db) => {
    // One transaction until the end, because slices must not mix before and after. Its snapshot begins with the first read
    // (https://sqlite.org/isolation.html): of the mirror first, then of the text index, which may hold more but never less.
    db.exec('BEGIN');
    for (const table of ['copies', 'index_state']) numberOf(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
    return { rowIds: selectedRows(db), ...exportRows(db), close: () => void db.close() };
  });
}

const shownRow = z.object({
  shown_name: z.string().nullable(),
  state: stateColumn,
  open_changes: z.number(),
  record_json: jsonColumn(fileRecord),
});

/** Reads rows as an export writes them. @throws for a row that went away */
export function exportRows(db: Database): Pick<ExportReader, 'file' | 'keys'> {
  const select = db.prepare<[number], unknown>(/* sql */ `
    SELECT file.shown_name, file.state, file.open_changes, record.record_json
    FROM files AS file JOIN records AS record USING (row_id) WHERE file.row_id = ${VALUE}
  `);
  const selectPairs = db.prepare<[number], unknown>('SELECT key, value FROM metadata WHERE row_id = ?').raw();
  const selectKeys = db.prepare<[number], unknown>('SELECT key FROM metadata WHERE row_id = ?').pluck();

  const file = (rowId: number): ExportedFile => {
    const {
      shown_name: name,
      state,
      open_changes: openChanges,
      record_json: record,
    } = shownRow.parse(select.get(rowId));
    if (openChanges === 0) return { ...record, state };
    return { ...shownAgain(record, name, pairs.parse(selectPairs.all(rowId))), state };
  };
  const isKeyOf = (rowId: number, key: string): boolean => file(rowId).keyvalues.some(([one]) => one === key);
  return {
    file,
    keys: (rowId) => textsOf(selectKeys.all(rowId)).filter((key) => !key.includes(REPLACED) || isKeyOf(rowId, key)),
  };
}

/** What SQLite keeps in the place of half a character. */
const REPLACED = '\ufffd';

/** What is shown, with the half characters that only the record still has: an edit never holds one. */
function shownAgain(record: FileRecord, name: string | null, shown: Pairs): FileRecord {
  const now = new Map(shown);
  // Keys that differ in half a character alone are kept as one, with the value of the last.
  const kept = new Map(record.keyvalues.map(([key, value]) => [key.toWellFormed(), value.toWellFormed()]));
  const said = record.keyvalues.flatMap(([key, value]): Pairs => {
    const mine = now.get(key.toWellFormed());
    if (mine === undefined) return [];
    return [[key, mine === kept.get(key.toWellFormed()) || !key.isWellFormed() ? value : mine]];
  });
  const added = shown.filter(([key]) => !kept.has(key));
  const isSameName = record.name?.toWellFormed() === name;
  return { ...record, name: isSameName ? record.name : name, keyvalues: [...said, ...added] };
}
