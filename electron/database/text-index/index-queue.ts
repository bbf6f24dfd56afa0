import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { numberOf } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

/** The result of one slice of the indexer. */
export type IndexedSlice = {
  /** Epoch of the index that holds the slice. */
  readonly epoch: string;
  /** Slices of this epoch, this one included. */
  readonly slices: number;
  /** The index holds the rows up to this id. */
  readonly through: number;
  /** The index follows the notes up to this number. */
  readonly notesThrough: number;
};

/** Notes for the indexer, written in the transaction that changes the row. */
export function indexNotes(db: Database) {
  const note = db.prepare<[number]>('INSERT INTO index_notes (row_id) VALUES (?)');
  const noteUsed = db.prepare<[number, number]>(
    'INSERT INTO index_notes (row_id) SELECT ? FROM index_progress WHERE ? <= indexed_through',
  );
  const noteCopy = db.prepare<[number]>(
    'INSERT INTO index_notes (row_id) SELECT row_id FROM search_texts WHERE copy = ?',
  );
  return {
    /** A row's text is another, or it is gone. */
    changed: (rowId: number): void => void note.run(rowId),
    /** A row is new: worth a note only where its id was another row's before. */
    added: (rowId: number): void => void noteUsed.run(rowId, rowId),
    /** The caller is about to delete all rows of a mirror. */
    goingAll: (mirrorId: number): void => void noteCopy.run(mirrorId),
  };
}

const progressRow = z.object({ epoch: z.string(), slices: z.number() });

/** The mirror's side of its text index: the indexer writes the index in its own file, a little later. */
export function indexQueue(db: Database) {
  const { atomically } = transactions(db);
  const selectNow = db.prepare('SELECT epoch, slices FROM index_progress');
  const hasNew = '(SELECT max(row_id) FROM search_texts) > (SELECT indexed_through FROM index_progress)';
  const selectBehind = db
    .prepare<[], unknown>(`SELECT EXISTS (SELECT 1 FROM index_notes) OR coalesce(${hasNew}, 0)`)
    .pluck();
  const selectChanged = db
    .prepare<[], unknown>(`SELECT iif(coalesce(${hasNew}, 0), NULL, (SELECT count(*) FROM index_notes))`)
    .pluck();
  const advance = db.prepare<[IndexedSlice]>(
    'UPDATE index_progress SET slices = @slices, indexed_through = @through WHERE epoch = @epoch',
  );
  const count = db.prepare<[number]>('UPDATE index_progress SET slices = ?');
  const forgetNotes = db.prepare<[number]>('DELETE FROM index_notes WHERE number <= ?');
  const begin = db.prepare('UPDATE index_progress SET epoch = hex(randomblob(16)), slices = 0, indexed_through = 0');
  const forgetAll = db.prepare('DELETE FROM index_notes');
  return {
    /** The epoch that counts, and how many of its slices the mirror has recorded. */
    now: () => progressRow.parse(selectNow.get()),
    isBehind: (): boolean => numberOf(selectBehind.get()) === 1,
    onlyChanged: (): number | null => {
      const changed = selectChanged.get();
      return changed === null ? null : numberOf(changed);
    },
    /** Counts on what the indexer has done from now on; of an index that was given up meanwhile nothing is taken. */
    record: (done: IndexedSlice): void =>
      atomically(() => {
        if (advance.run(done).changes > 0) forgetNotes.run(done.notesThrough);
      }),
    /** Records a slice whose rows the indexer takes once more. */
    count: (slices: number): void => void count.run(slices),
    /** Begins a new epoch: the indexer empties the index and builds it again. */
    reset: (): void => {
      begin.run();
      forgetAll.run();
    },
  };
}
