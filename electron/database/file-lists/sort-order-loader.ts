import type { Database } from 'better-sqlite3';
import type { FileColumn } from '../../../src/domain/files/queries.ts';
import { hasOrderIndex } from '../mirror/deferred-indexes.ts';
import { changedRowsReader, type ChangeMark } from '../mirror/row-change-log.ts';
import { ORDERED_BY, sortOrders, type SortedBy } from './sort-order.ts';
import { joined, vectorOf } from '../sqlite/column-parsers.ts';

/** About 2 ms of reading: a window that a page asks for meanwhile waits no longer than that. */
const SLICE_ROWS = 10_000;

export type MarkedSortOrder = { readonly order: SortedBy; readonly mark: ChangeMark };
export type SortOrderLoader = (column: FileColumn, mirrorId: number) => Promise<MarkedSortOrder | null>;

/**
 * Loads a whole sort order at one moment of the mirror, in slices, and yields between them. A column without its deferred
 * index is sorted in one go.
 *
 * @param db a connection of its own, because its transaction stays open between the slices
 * @returns null when the database was closed meanwhile
 */
export function sortOrderLoader(db: Database, yieldToEventLoop: () => Promise<void>): SortOrderLoader {
  const { mark } = changedRowsReader(db);
  const whole = sortOrders(db);
  let last: Promise<unknown> = Promise.resolve();

  async function read(column: FileColumn, mirrorId: number): Promise<SortedBy> {
    const key = ORDERED_BY[column];
    if (!hasOrderIndex(db, key)) return whole(column, mirrorId, null);
    const valued = await valuedRows(db, key, mirrorId, yieldToEventLoop);
    if (!db.open) return { valued, without: valued };
    return { valued, without: vectorOf(withoutValue(db, key).all(mirrorId)) };
  }

  // A call, because TypeScript takes a property that was read before an await for unchanged after it.
  const isOpen = (): boolean => db.open;

  async function readAtOneMoment(column: FileColumn, mirrorId: number): Promise<MarkedSortOrder | null> {
    if (!isOpen()) return null;
    db.exec('BEGIN');
    try {
      const marked = { mark: mark(), order: await read(column, mirrorId) };
      return isOpen() ? marked : null;
    } finally {
      if (isOpen()) db.exec('COMMIT');
    }
  }

  // One transaction at a time: a second load waits for the first.
  return (column, mirrorId) => {
    const next = last.then(() => readAtOneMoment(column, mirrorId));
    last = next.catch(() => null);
    return next;
  };
}

/** Reads the rows that have a value, in its order and in slices. @returns no rows when the database was closed meanwhile */
async function valuedRows(
  db: Database,
  key: string,
  mirrorId: number,
  yieldToEventLoop: () => Promise<void>,
): Promise<Uint32Array> {
  const slice = slices(db, key);
  const all: Uint32Array[] = [];
  let rows = slice.first(mirrorId);
  while (rows.length > 0) {
    all.push(rows);
    await yieldToEventLoop();
    if (!db.open) return new Uint32Array();
    rows = slice.after(mirrorId, rows.at(-1) ?? 0);
  }
  return joined(all);
}

/** Rows of equal value follow each other by id, and slices continue by id: no slice reads the rows before it again. */
function slices(db: Database, key: string) {
  const prepare = (condition: string) =>
    db
      .prepare<number[], unknown>(
        `SELECT row_id FROM files WHERE copy = ? AND ${condition} ORDER BY ${key}, row_id LIMIT ${SLICE_ROWS}`,
      )
      .pluck();
  const keyOf = `(SELECT ${key} FROM files WHERE row_id = ?)`;
  const first = prepare(`${key} IS NOT NULL`);
  const equal = prepare(`${key} = ${keyOf} AND row_id > ?`);
  const greater = prepare(`${key} > ${keyOf}`);
  return {
    first: (mirrorId: number): Uint32Array => vectorOf(first.all(mirrorId)),
    after: (mirrorId: number, last: number): Uint32Array => {
      const ties = vectorOf(equal.all(mirrorId, last, last));
      return ties.length > 0 ? ties : vectorOf(greater.all(mirrorId, last));
    },
  };
}

const withoutValue = (db: Database, key: string) =>
  db.prepare<[number], unknown>(`SELECT row_id FROM files WHERE copy = ? AND ${key} IS NULL ORDER BY row_id`).pluck();
