import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { numberOf } from '../sqlite/column-parsers.ts';
import type { IndexedSlice } from './index-queue.ts';
import { openToIndex, progressRow, textIndexPath, textIndexState } from './open-text-index.ts';

/** Ends an indexed text, so that a term begins at its last character too. No search contains two line feeds. */
const PADDING = 'char(10, 10)';
/** The name, which is the first line of a text, and the other lines: a search names the rows first whose name holds it. */
const COLUMNS = `
  substr(text, 1, instr(text, char(10)) - 1) || ${PADDING}, substr(text, instr(text, char(10)) + 1) || ${PADDING}
`;

type Progress = z.infer<typeof progressRow>;

const noteRow = z.object({ number: z.number(), row_id: z.number() });

/** The writer of the text index. One slice is one transaction. */
export type TextIndexer = {
  /**
   * Indexes the next rows, those with a note first, from one snapshot of the mirror.
   *
   * @returns null when there was nothing to do
   */
  slice(limitRows: number): IndexedSlice | null;
  /**
   * Empties an index of an earlier epoch. It stays one until `erase` has taken the deleted texts from the disk: what a full
   * disk refuses is tried again.
   *
   * @returns whether the index was one
   */
  emptyOutdated(erase?: () => void): boolean;
};

/** @param db a connection to the index and the mirror, which writes to the index alone */
export function openIndexer(db: Database): TextIndexer {
  const selectWanted = db.prepare<[], unknown>('SELECT epoch, slices, indexed_through FROM index_progress');
  const setState = db.prepare<[Progress & { noted: string }]>(/* sql */ `
    UPDATE index_state
    SET epoch = @epoch, slices = @slices, indexed_through = @indexed_through, noted_json = @noted
  `);
  const wantedNow = (): Progress => progressRow.parse(selectWanted.get());
  const indexNoted = notedRows(db);
  const indexNew = newRows(db);

  // The transaction begins deferred: an immediate one would lock the mirror too (SQLite, "BEGIN TRANSACTION").
  const slice = db.transaction((limitRows: number): IndexedSlice | null => {
    const { epoch, slices, indexed_through: indexedThrough } = wantedNow();
    const own = textIndexState(db);
    // The index belongs to an earlier epoch, and has to be emptied first.
    if (own.epoch !== epoch) return null;
    const { rowIds, notesThrough } = indexNoted(limitRows, indexedThrough);
    const through = indexNew(limitRows - rowIds.length, indexedThrough, own.indexed_through);
    if (notesThrough === 0 && through === indexedThrough) return null;
    const noted = JSON.stringify(rowIds);
    setState.run({ epoch, slices: slices + 1, indexed_through: through, noted });
    return { epoch, slices: slices + 1, through, notesThrough };
  });

  const empty = db.prepare("INSERT INTO search_index (search_index) VALUES ('delete-all')");
  const begin = db.transaction(() => setState.run({ ...wantedNow(), indexed_through: 0, noted: '[]' }));
  function emptyOutdated(erase: () => void = () => undefined): boolean {
    if (textIndexState(db).epoch === wantedNow().epoch) return false;
    empty.run();
    erase();
    begin.deferred();
    return true;
  }

  return { slice: slice.deferred, emptyOutdated };
}

type Noted = { readonly rowIds: readonly number[]; readonly notesThrough: number };

/** Indexes the present texts of rows with a note. Rows that are gone, or not indexed yet, leave the index. */
function notedRows(db: Database): (limitRows: number, indexedThrough: number) => Noted {
  const select = db.prepare<[number], unknown>('SELECT number, row_id FROM index_notes ORDER BY number LIMIT ?');
  const remove = db.prepare<[number]>('DELETE FROM search_index WHERE rowid = ?');
  const insert = db.prepare<[number, number]>(/* sql */ `
    INSERT INTO search_index (rowid, name, rest)
    SELECT row_id, ${COLUMNS} FROM search_texts WHERE row_id = ? AND row_id <= ?
  `);
  return (limitRows, indexedThrough) => {
    const notes = select.all(limitRows).map((row) => noteRow.parse(row));
    const rowIds = [...new Set(notes.map((note) => note.row_id))];
    for (const rowId of rowIds) {
      remove.run(rowId);
      insert.run(rowId, indexedThrough);
    }
    return { rowIds, notesThrough: notes.at(-1)?.number ?? 0 };
  };
}

/**
 * Indexes rows that were added. After a crash between the two files the mirror lacks the last slice, which is indexed once
 * more.
 *
 * @returns the last row id; `after` without a row
 */
function newRows(db: Database): (limitRows: number, after: number, inIndexThrough: number) => number {
  const remove = db.prepare<[number, number]>('DELETE FROM search_index WHERE rowid > ? AND rowid <= ?');
  const next = 'FROM search_texts WHERE row_id > ? ORDER BY row_id LIMIT ?';
  const selectLast = db.prepare<[number, number], unknown>(`SELECT max(row_id) FROM (SELECT row_id ${next})`).pluck();
  const insert = db.prepare<[number, number]>(
    `INSERT INTO search_index (rowid, name, rest) SELECT row_id, ${COLUMNS} ${next}`,
  );
  return (limitRows, after, inIndexThrough) => {
    const last = selectLast.get(after, limitRows);
    if (inIndexThrough > after) remove.run(after, inIndexThrough);
    if (last === null) return after;
    insert.run(after, limitRows);
    return numberOf(last);
  };
}

/** Opens the index for its only writer. */
export function openTextIndexer(mirrorPath: string): {
  readonly slice: (limitRows: number) => IndexedSlice | null;
  readonly close: () => void;
} {
  const db = openToIndex(textIndexPath(mirrorPath));
  db.prepare('ATTACH ? AS copy').run(mirrorPath);
  const indexer = openIndexer(db);
  return {
    slice: (limitRows) => {
      indexer.emptyOutdated(() => erase(db));
      return indexer.slice(limitRows);
    },
    close: () => void db.close(),
  };
}

/** Removes deleted texts from the file and from its log. */
function erase(db: Database): void {
  db.exec('VACUUM main');
  db.pragma('main.wal_checkpoint(TRUNCATE)');
}
