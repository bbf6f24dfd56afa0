import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { FilesTable } from './mirror-types.ts';
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

/** What a slice leaves to be merged is done in about as many steps as it has so many rows. */
const ROWS_PER_MERGE = 33;
/** Some 10 ms of merging. */
const MERGED_PAGES = 16;

/**
 * Takes the next rows into the text index, changed ones first, or merges what earlier slices left. It is kept out of the
 * writes themselves, because it would make the slowest edit a dozen times slower.
 *
 * @returns 0 when nothing is left to be done
 */
export function textIndexer(db: Database): FilesTable['indexSlice'] {
  const merge = textMerger(db);
  const add = rowIndexer(db);
  let mergesDue = 0;
  return (limitRows, isEnough = () => false) => {
    if (mergesDue === 0) {
      const { added, left } = add(limitRows, isEnough);
      mergesDue = Math.ceil(added / ROWS_PER_MERGE);
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

type Indexed = { readonly added: number; readonly left: number };

function rowIndexer(db: Database): (limitRows: number, isEnough: () => boolean) => Indexed {
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

  function addNew(limitRows: number, isEnough: () => boolean): number {
    let [added, last] = [0, 0];
    for (const row of selectNext.all(backlog.through(), limitRows)) {
      last = add(row);
      added += 1;
      if (isEnough()) break;
    }
    if (added > 0) setThrough.run(last);
    return added;
  }

  function addChanged(limitRows: number, isEnough: () => boolean): number {
    let added = 0;
    for (const rowId of numbersOf(selectBacklog.all(limitRows))) {
      unindex.run(rowId);
      add(selectText.get(rowId));
      backlog.forget(rowId);
      added += 1;
      if (isEnough()) break;
    }
    return added;
  }

  return (limitRows, isEnough) =>
    atomically(() => {
      const changed = addChanged(limitRows, isEnough);
      const added = changed + (isEnough() ? 0 : addNew(limitRows - changed, isEnough));
      return { added, left: numberOf(selectLeft.get()) };
    });
}
