import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { textsOf } from '../sqlite/column-parsers.ts';

/**
 * Indexes that only sorting needs. The sort indexer makes them after the first copy: kept up row by row they
 * would make it three times slower.
 */
const DEFERRED = {
  files_by_size: 'files (copy, size_bytes)',
  files_by_cid: 'files (copy, cid)',
  files_by_type: 'files (copy, mime_type)',
  files_by_group: 'files (copy, group_id)',
  files_by_network: 'files (copy, network)',
  files_by_state: 'files (copy, state)',
} as const;

const ALL = Object.entries(DEFERRED);

export function deferredIndexes(db: Database) {
  const selectNames = db.prepare<[], unknown>(`SELECT name FROM sqlite_schema WHERE type = 'index'`).pluck();
  const firstMissing = () => {
    const there = new Set(textsOf(selectNames.all()));
    return ALL.find(([name]) => !there.has(name));
  };
  return {
    areMissing: (): boolean => firstMissing() !== undefined,
    /** Makes one that is missing, so that the writer gets its turn before the next. */
    makeNext: (): void => {
      const [name, on] = firstMissing() ?? [];
      if (name !== undefined) db.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${on}`);
    },
    /** For a mirror that begins again with nothing in it. */
    drop: (): void => {
      for (const [name] of ALL) db.exec(`DROP INDEX IF EXISTS ${name}`);
    },
  };
}

const planRow = z.object({ detail: z.string() });

/** Whether an index gives a mirror's rows in the order of a column. */
export function hasOrderIndex(db: Database, column: string): boolean {
  const plan = db.prepare<[], unknown>(
    `EXPLAIN QUERY PLAN SELECT row_id FROM files WHERE copy = 1 AND ${column} IS NOT NULL ORDER BY ${column}, row_id`,
  );
  return !plan.all().some((row) => planRow.parse(row).detail.includes('TEMP B-TREE'));
}
