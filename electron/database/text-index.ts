import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { numberOf, numbersOf } from './rows.ts';
import { unitOfWork } from './unit-of-work.ts';

/** Which rows the text index does not show as they are now: those noted, and all that came after the last slice. */
export function indexBacklog(db: Database) {
  const selectThrough = db.prepare<[], unknown>('SELECT indexed_through FROM index_progress').pluck();
  const insert = db.prepare<[number]>('INSERT INTO index_backlog (row_id) VALUES (?) ON CONFLICT DO NOTHING');
  const remove = db.prepare<[number]>('DELETE FROM index_backlog WHERE row_id = ?');
  const through = (): number => numberOf(selectThrough.get());
  return {
    through,
    note: (rowId: number): void => {
      if (rowId <= through()) insert.run(rowId);
    },
    forget: (rowId: number): void => void remove.run(rowId),
  };
}

/** Ends an indexed text: a term begins at each of its characters, also at the last. Nobody looks for two ends of lines. */
const PADDING = '\n\n';

const textRow = z.object({ row_id: z.number(), text: z.string() });

/** What a slice leaves to be merged is done in about so many steps. */
const MERGES_AFTER_SLICE = 6;
/** Some 10 ms of merging. */
const MERGED_PAGES = 16;

/**
 * Takes the next rows into the text index, changed ones first, or merges what earlier slices left. It is kept out of the
 * writes themselves, because it would make the slowest edit a dozen times slower.
 *
 * @returns 0 when nothing is left to be done
 */
export function textIndexer(db: Database): (limitRows: number) => number {
  const merge = textMerger(db);
  const add = rowIndexer(db);
  let mergesDue = 0;
  return (limitRows) => {
    if (mergesDue === 0) {
      const { added, left } = add(limitRows);
      if (added > 0) mergesDue = MERGES_AFTER_SLICE;
      return left + mergesDue;
    }
    mergesDue = merge() ? mergesDue - 1 : 0;
    // One more than is known: only a slice finds out that no row is left.
    return mergesDue + 1;
  };
}

/** @returns a step of merging, which answers whether there was anything to merge */
function textMerger(db: Database): () => boolean {
  const merge = db.prepare(`INSERT INTO search_index (search_index, rank) VALUES ('merge', ${MERGED_PAGES})`);
  const selectChanges = db.prepare<[], unknown>('SELECT total_changes()').pluck();
  return () => {
    const before = numberOf(selectChanges.get());
    merge.run();
    // As SQLite has it: a difference of less than two is a merge that found nothing to do.
    return numberOf(selectChanges.get()) - before >= 2;
  };
}

function rowIndexer(db: Database): (limitRows: number) => { readonly added: number; readonly left: number } {
  const { atomically } = unitOfWork(db);
  const backlog = indexBacklog(db);
  const selectBacklog = db.prepare<[number], unknown>('SELECT row_id FROM index_backlog LIMIT ?').pluck();
  const selectText = db.prepare<[number], unknown>('SELECT row_id, text FROM search_texts WHERE row_id = ?');
  const selectNext = db.prepare<[number, number], unknown>(
    'SELECT row_id, text FROM search_texts WHERE row_id > ? ORDER BY row_id LIMIT ?',
  );
  const unindex = db.prepare<[number]>('DELETE FROM search_index WHERE rowid = ?');
  const index = db.prepare<[number, string]>('INSERT INTO search_index (rowid, text) VALUES (?, ?)');
  const setThrough = db.prepare<[number]>('UPDATE index_progress SET indexed_through = ?');
  const selectLeft = db
    .prepare<[], unknown>(
      /* sql */ `
      SELECT max(0, coalesce((SELECT max(row_id) FROM search_texts), 0) - (SELECT indexed_through FROM index_progress))
        + (SELECT count(*) FROM index_backlog)
    `,
    )
    .pluck();

  const add = (of: unknown): number => {
    const { row_id, text } = textRow.parse(of);
    index.run(row_id, text + PADDING);
    return row_id;
  };

  return (limitRows) =>
    atomically(() => {
      const changed = numbersOf(selectBacklog.all(limitRows));
      for (const rowId of changed) {
        unindex.run(rowId);
        add(selectText.get(rowId));
        backlog.forget(rowId);
      }
      const added = selectNext.all(backlog.through(), limitRows - changed.length).map(add);
      const last = added.at(-1);
      if (last !== undefined) setThrough.run(last);
      return { added: changed.length + added.length, left: numberOf(selectLeft.get()) };
    });
}
