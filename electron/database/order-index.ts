import type { Database } from 'better-sqlite3';
import { z } from 'zod';

const planRow = z.object({ detail: z.string() });

/** Whether rows of a copy can be read in the order of a column; those for sorting are made after the first copy. */
export function hasOrderIndex(db: Database, column: string): boolean {
  const plan = db.prepare<[], unknown>(
    `EXPLAIN QUERY PLAN SELECT row_id FROM files WHERE copy = 1 AND ${column} IS NOT NULL ORDER BY ${column}, row_id`,
  );
  return !plan.all().some((row) => planRow.parse(row).detail.includes('TEMP B-TREE'));
}
