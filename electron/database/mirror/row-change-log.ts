import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { numberOf, vectorOf } from '../sqlite/column-parsers.ts';

/** How far a reader has followed: rows up to an id, changes up to a sequence number. */
export type ChangeMark = { readonly throughRow: number; readonly throughChange: number };

/** The log keeps this many changes; a reader that is further behind reads everything again. */
const KEPT = 100_000;
/** Changes from one prune to the next, the first of a run among them. A prune removes twice as many at most: the thread saves edits too. */
const NOTED_BETWEEN_PRUNES = 1_000;

const markRow = z.object({ throughRow: z.number(), throughChange: z.number() });

/** Logs which rows changed or went. */
export function rowChangeLog(db: Database) {
  const insert = db.prepare<[number]>('INSERT INTO row_changes (row_id) VALUES (?)');
  const prune = db.prepare(/* sql */ `
    DELETE FROM row_changes WHERE seq <= (SELECT max(seq) FROM row_changes) - ${KEPT}
      AND seq < (SELECT min(seq) FROM row_changes) + ${2 * NOTED_BETWEEN_PRUNES}
  `);
  const leap = db.prepare(/* sql */ `
    INSERT INTO row_changes (seq, row_id) SELECT coalesce(max(seq), 0) + 2, 0 FROM row_changes
  `);
  const forget = db.prepare('DELETE FROM row_changes WHERE seq < (SELECT max(seq) FROM row_changes)');
  let noted = 0;
  return {
    note: (rowId: number): void => {
      insert.run(rowId);
      if (noted % NOTED_BETWEEN_PRUNES === 0) prune.run();
      noted += 1;
    },
    /** For a change of too many rows to log: leaves a gap, after which every reader reads everything again. */
    noteAll: (): void => {
      leap.run();
      forget.run();
    },
  };
}

/** The rows that changed since a reader last read. */
export function changedRowsReader(db: Database) {
  const selectMark = db.prepare<[], unknown>(/* sql */ `
    SELECT (SELECT coalesce(max(row_id), 0) FROM files) AS throughRow,
      (SELECT coalesce(max(seq), 0) FROM row_changes) AS throughChange
  `);
  const selectFirst = db.prepare<[], unknown>('SELECT coalesce(min(seq), 0) FROM row_changes').pluck();
  const selectChanged = db
    .prepare<[number, number], unknown>('SELECT DISTINCT row_id FROM row_changes WHERE seq > ? LIMIT ?')
    .pluck();
  const selectNew = db.prepare<[number, number], unknown>('SELECT row_id FROM files WHERE row_id > ? LIMIT ?').pluck();

  return {
    mark: (): ChangeMark => markRow.parse(selectMark.get()),
    /** @returns ids of rows that changed, went or came since; null when they are more than `atMost`, or the log is cut off */
    since: ({ throughRow, throughChange }: ChangeMark, atMost: number): ChangedRows | null => {
      if (numberOf(selectFirst.get()) > throughChange + 1) return null;
      const changed = vectorOf(selectChanged.all(throughChange, atMost + 1));
      const added = vectorOf(selectNew.all(throughRow, atMost + 1));
      return changed.length + added.length > atMost ? null : { changed, added };
    },
  };
}

/** Row ids since a mark: rows that changed or went, and rows that were added. */
export type ChangedRows = { readonly changed: Uint32Array; readonly added: Uint32Array };
