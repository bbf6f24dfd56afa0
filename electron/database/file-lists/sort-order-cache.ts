import type { Database, Statement } from 'better-sqlite3';
import type { FileColumn } from '../../../src/domain/files/queries.ts';
import { changedRowsReader, type ChangedRows } from '../mirror/row-change-log.ts';
import type { MarkedSortOrder, SortOrderLoader } from './sort-order-loader.ts';
import { ORDERED_BY, type SortedBy, sortOrders } from './sort-order.ts';

/** Rows that a patch puts in their place one by one within 10 ms; more than these cost a new load. */
const MOST_CHANGES = 200;
const MOST_ORDERS = 8;

type CachedOrder = MarkedSortOrder & { readonly mirrorId: number; readonly column: FileColumn };

/** The latest sort orders of whole mirrors, patched as rows change: an edit never costs the reading of a million rows. */
export class SortOrderCache {
  readonly #log: ReturnType<typeof changedRowsReader>;
  readonly #patch: ReturnType<typeof patchSortOrder>;
  readonly #load: SortOrderLoader;
  #cached: readonly CachedOrder[] = [];
  readonly #reading = new Map<string, Promise<void>>();

  constructor(db: Database, load: SortOrderLoader) {
    this.#log = changedRowsReader(db);
    this.#patch = patchSortOrder(db);
    this.#load = load;
  }

  /** Loads the sort order, unless the cached one lacks only a few rows. */
  async load(mirrorId: number, column: FileColumn): Promise<void> {
    const name = `${mirrorId} ${column}`;
    // A second query for the same order waits for the same load.
    for (let reading = this.#reading.get(name); reading !== undefined; reading = this.#reading.get(name)) await reading;
    const reading = this.#read(mirrorId, column).finally(() => this.#reading.delete(name));
    this.#reading.set(name, reading);
    await reading;
  }

  async #read(mirrorId: number, column: FileColumn): Promise<void> {
    if (this.#find(mirrorId, column, (cached) => this.#log.since(cached.mark, MOST_CHANGES) !== null) !== null) return;
    const read = await this.#load(column, mirrorId);
    if (read !== null) this.#store({ ...read, mirrorId, column });
  }

  /**
   * The sort order as of now, or, when too much has changed since it was loaded, as of then.
   *
   * @returns null when none is cached
   */
  latest(mirrorId: number, column: FileColumn): SortedBy | null {
    const cached = this.#find(mirrorId, column);
    if (cached === null) return null;
    const changes = this.#log.since(cached.mark, MOST_CHANGES);
    if (changes === null) return cached.order;
    const order =
      changes.added.length + changes.changed.length === 0
        ? cached.order
        : this.#patch(cached.order, changes, column, mirrorId);
    this.#store({ mirrorId, column, order, mark: this.#log.mark() });
    return order;
  }

  /** @returns the sort order as of now; null when none is cached, or too much has changed for a patch */
  current(mirrorId: number, column: FileColumn): SortedBy | null {
    const isCurrent = this.#find(mirrorId, column, ({ mark }) => this.#log.since(mark, MOST_CHANGES) !== null) !== null;
    return isCurrent ? this.latest(mirrorId, column) : null;
  }

  #find(mirrorId: number, column: FileColumn, fits: (cached: CachedOrder) => boolean = () => true): CachedOrder | null {
    return this.#cached.find((one) => one.mirrorId === mirrorId && one.column === column && fits(one)) ?? null;
  }

  #store(cached: CachedOrder): void {
    const others = this.#cached.filter((one) => one.mirrorId !== cached.mirrorId || one.column !== cached.column);
    this.#cached = [cached, ...others].slice(0, MOST_ORDERS);
  }
}

/** Patches a sort order with the few rows that changed, went or came; reads none of the others. */
function patchSortOrder(
  db: Database,
): (order: SortedBy, missed: ChangedRows, column: FileColumn, mirrorId: number) => SortedBy {
  const ordered = sortOrders(db);
  const comparing = new Map<FileColumn, Statement<[number, number], unknown>>();

  function isBefore(column: FileColumn): (row: number, other: number) => boolean {
    const key = ORDERED_BY[column];
    const compare =
      comparing.get(column) ??
      db
        .prepare<[number, number], unknown>(
          /* sql */ `
          SELECT (one.${key}, one.row_id) < (other.${key}, other.row_id) FROM files AS one, files AS other
          WHERE one.row_id = ? AND other.row_id = ?
        `,
        )
        .pluck();
    comparing.set(column, compare);
    return (row, other) => compare.get(row, other) === 1;
  }

  return ({ valued, without }, { changed, added }, column, mirrorId) => {
    const gone = new Set(changed);
    const among = [...new Set([...changed, ...added])];
    const now = ordered(column, mirrorId, among);
    return {
      valued: merged(lacking(valued, gone), now.valued, isBefore(column)),
      without: merged(lacking(without, gone), now.without, (row, other) => row < other),
    };
  };
}

function lacking(rowIds: Uint32Array, gone: ReadonlySet<number>): Uint32Array {
  if (gone.size === 0) return rowIds;
  const left = new Uint32Array(rowIds.length);
  let length = 0;
  for (const rowId of rowIds) if (!gone.has(rowId)) left[length++] = rowId;
  return left.subarray(0, length);
}

/** @param rows in the same order as `into` */
function merged(into: Uint32Array, rows: Uint32Array, isBefore: (row: number, other: number) => boolean): Uint32Array {
  if (rows.length === 0) return into;
  const all = new Uint32Array(into.length + rows.length);
  let from = 0;
  rows.forEach((row, place) => {
    const at = placeOf(row, into, from, isBefore);
    all.set(into.subarray(from, at), from + place);
    all[at + place] = row;
    from = at;
  });
  all.set(into.subarray(from), from + rows.length);
  return all;
}

/** @returns the first position from `from` on whose row comes after `row` */
function placeOf(
  row: number,
  rowIds: Uint32Array,
  from: number,
  isBefore: (row: number, other: number) => boolean,
): number {
  let [low, high] = [from, rowIds.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = rowIds[middle];
    if (other !== undefined && isBefore(other, row)) low = middle + 1;
    else high = middle;
  }
  return low;
}
