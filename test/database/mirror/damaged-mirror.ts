import { closeSync, openSync, writeSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { z } from 'zod';

const PAGE_BYTES = 4_096;
const pageRow = z.object({ pageno: z.int().positive() });

/** Zeroes a leaf page of a table in a mirror that nobody has open, as a disk that fails does. */
export function zeroLeafOf(path: string, table: string): void {
  const db = new SQLite(path);
  const leaves = db
    .prepare<[string], unknown>("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno")
    .all(table);
  db.close();
  const { pageno } = pageRow.parse(leaves[Math.floor(leaves.length / 2)]);
  zeroPage(path, pageno);
}

/** @param page counted from 1 */
export function zeroPage(path: string, page: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(PAGE_BYTES), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  closeSync(file);
}
