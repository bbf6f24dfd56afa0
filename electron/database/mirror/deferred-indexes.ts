import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { textsOf } from '../sqlite/column-parsers.ts';

/**
 * Indexes that only sorting needs. A first copy goes without them and they are made in one go after it:
 * kept up row by row they would make it three times slower.
 */
const DEFERRED = {
  files_by_size: 'files (copy, size_bytes)',
  files_by_created: 'files (copy, created_at)',
  files_by_cid: 'files (copy, cid)',
  files_by_type: 'files (copy, mime_type)',
  files_by_group: 'files (copy, group_id)',
  files_by_network: 'files (copy, network)',
  files_by_state: 'files (copy, state)',
} as const;

const ALL = Object.entries(DEFERRED);

export function deferredIndexes(db: Database) {
  const selectNames = db.prepare<[], unknown>(`SELECT name FROM sqlite_schema WHERE type = 'index'`).pluck();
  return {
    areMissing: (): boolean => {
      const there = new Set(textsOf(selectNames.all()));
      return ALL.some(([name]) => !there.has(name));
    },
    /** Makes those that are missing, one transaction each, so that others get their turn between them. */
    make: (): void => {
      for (const [name, on] of ALL) db.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${on}`);
    },
    /** For a copy that begins anew with nothing in it. */
    drop: (): void => {
      for (const [name] of ALL) db.exec(`DROP INDEX IF EXISTS ${name}`);
    },
  };
}

const planRow = z.object({ detail: z.string() });

/** Whether rows of a copy can be read in the order of a column; those for sorting are made after the first copy. */
export function hasOrderIndex(db: Database, column: string): boolean {
  const plan = db.prepare<[], unknown>(
    `EXPLAIN QUERY PLAN SELECT row_id FROM files WHERE copy = 1 AND ${column} IS NOT NULL ORDER BY ${column}, row_id`,
  );
  return !plan.all().some((row) => planRow.parse(row).detail.includes('TEMP B-TREE'));
}
