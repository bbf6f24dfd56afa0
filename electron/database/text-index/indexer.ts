import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { numberOf } from '../sqlite/column-parsers.ts';
import type { IndexedSlice } from './index-queue.ts';
import { openToIndex, progressRow, textIndexPath, textIndexState } from './open-text-index.ts';

/** Ends an indexed text: a term begins at each of its characters, also at the last. Nobody looks for two ends of lines. */
const PADDING = 'char(10, 10)';

type Progress = z.infer<typeof progressRow>;

const noteRow = z.object({ number: z.number(), row_id: z.number() });

/** One turn of the indexer, with the notes it has carried out. */
export type TextIndexer = {
  /**
   * Takes the next rows into the index, those with a note first, as they are at one moment.
   *
   * @returns null when there was nothing to do
   */
  slice(limitRows: number): IndexedSlice | null;
  /** Empties an index that was given up. @returns whether it was one */
  emptyOutdated(): boolean;
};

/** @param db a connection to the index and the copy, that writes into the index alone */
export function openIndexer(db: Database): TextIndexer {
  const selectWanted = db.prepare<[], unknown>('SELECT epoch, slices, indexed_through FROM index_progress');
  const setState = db.prepare<[Progress & { noted: string }]>(/* sql */ `
    UPDATE index_state
    SET epoch = @epoch, slices = @slices, indexed_through = @indexed_through, noted_json = @noted
  `);
  const wantedNow = (): Progress => progressRow.parse(selectWanted.get());
  const indexNoted = notedRows(db);
  const indexNew = newRows(db);

  // Begun by reading: a transaction that announced itself as writing would lock the copy too.
  const slice = db.transaction((limitRows: number): IndexedSlice | null => {
    const { epoch, slices, indexed_through: indexedThrough } = wantedNow();
    const own = textIndexState(db);
    // Given up a moment ago: it has to be emptied first.
    if (own.epoch !== epoch) return null;
    const { rowIds, notesThrough } = indexNoted(limitRows, indexedThrough);
    const through = indexNew(limitRows - rowIds.length, indexedThrough, own.indexed_through);
    if (notesThrough === 0 && through === indexedThrough) return null;
    const noted = JSON.stringify(rowIds);
    setState.run({ epoch, slices: slices + 1, indexed_through: through, noted });
    return { epoch, slices: slices + 1, through, notesThrough };
  });

  const emptyOutdated = db.transaction((): boolean => {
    const wanted = wantedNow();
    if (textIndexState(db).epoch === wanted.epoch) return false;
    db.prepare(`INSERT INTO search_index (search_index) VALUES ('delete-all')`).run();
    setState.run({ ...wanted, indexed_through: 0, noted: '[]' });
    return true;
  });

  return { slice: slice.deferred, emptyOutdated: emptyOutdated.deferred };
}

type Noted = { readonly rowIds: readonly number[]; readonly notesThrough: number };

/** Takes rows with a note as they are now: rows that are gone, or whose turn is still to come, are taken out. */
function notedRows(db: Database): (limitRows: number, indexedThrough: number) => Noted {
  const select = db.prepare<[number], unknown>('SELECT number, row_id FROM index_notes ORDER BY number LIMIT ?');
  const remove = db.prepare<[number]>('DELETE FROM search_index WHERE rowid = ?');
  const insert = db.prepare<[number, number]>(/* sql */ `
    INSERT INTO search_index (rowid, text)
    SELECT row_id, text || ${PADDING} FROM search_texts WHERE row_id = ? AND row_id <= ?
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
 * Takes rows that came after the others. A slice that the copy never heard of, because a crash came between, is taken
 * once more.
 *
 * @returns the last of them, or `after` when there is none
 */
function newRows(db: Database): (limitRows: number, after: number, inIndexThrough: number) => number {
  const remove = db.prepare<[number, number]>('DELETE FROM search_index WHERE rowid > ? AND rowid <= ?');
  const next = 'FROM search_texts WHERE row_id > ? ORDER BY row_id LIMIT ?';
  const selectLast = db.prepare<[number, number], unknown>(`SELECT max(row_id) FROM (SELECT row_id ${next})`).pluck();
  const insert = db.prepare<[number, number]>(
    `INSERT INTO search_index (rowid, text) SELECT row_id, text || ${PADDING} ${next}`,
  );
  return (limitRows, after, inIndexThrough) => {
    const last = selectLast.get(after, limitRows);
    if (inIndexThrough > after) remove.run(after, inIndexThrough);
    if (last === null) return after;
    insert.run(after, limitRows);
    return numberOf(last);
  };
}

/** Opens the index for writing; only one may. */
export function openTextIndexer(mirrorPath: string): {
  readonly slice: (limitRows: number) => IndexedSlice | null;
  readonly close: () => void;
} {
  const db = openToIndex(textIndexPath(mirrorPath));
  db.prepare('ATTACH ? AS copy').run(mirrorPath);
  const indexer = openIndexer(db);
  return {
    slice: (limitRows) => {
      if (indexer.emptyOutdated()) erase(db);
      return indexer.slice(limitRows);
    },
    close: () => void db.close(),
  };
}

/** What an index held is read neither in the file nor in its log afterwards. */
function erase(db: Database): void {
  db.exec('VACUUM main');
  db.pragma('main.wal_checkpoint(TRUNCATE)');
}
