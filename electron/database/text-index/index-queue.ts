import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { numberOf } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

/** What a turn of the indexer came to. */
export type IndexedSlice = {
  /** Of the index it wrote into. */
  readonly epoch: string;
  /** How many turns there were in this epoch, this one included. */
  readonly slices: number;
  /** Rows up to this one are in the index. */
  readonly through: number;
  /** Notes up to this number are carried out. */
  readonly notesThrough: number;
};

/** Notes for the indexer, in the transaction that gives a reason for them. */
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
    /** All rows of a copy are about to go. */
    goingAll: (mirrorId: number): void => void noteCopy.run(mirrorId),
  };
}

const progressRow = z.object({ epoch: z.string(), slices: z.number() });

/** What the copy knows of its text index, which is written elsewhere and a little later. */
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
    /** Which index is wanted, and how many of its slices have been told of. */
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
    /** Takes note of a slice without counting on what it did. */
    count: (slices: number): void => void count.run(slices),
    /** Nothing of the index as it is counts any more: it is emptied and made anew. */
    reset: (): void => {
      begin.run();
      forgetAll.run();
    },
  };
}
