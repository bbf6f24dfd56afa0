import type { Database } from 'better-sqlite3';
import type { FileColumn } from '../../../src/domain/files/queries.ts';
import { patchSortOrder } from './sort-order-patch.ts';
import { changesSinceLastScan } from '../mirror/row-change-log.ts';
import type { SortedBy } from './sort-order.ts';
import type { MarkedSortOrder, SortOrderLoader } from './sort-order-loader.ts';

/** So many rows are put in their place one by one in 10 ms; for more the whole order is read again. */
const MOST_MISSED = 200;
const KEPT_ORDERS = 8;

type Held = MarkedSortOrder & { readonly mirrorId: number; readonly column: FileColumn };

/** The latest orders of whole copies, kept up as rows change: an edit must not cost the reading of a million rows. */
export class SortOrderCache {
  readonly #missed: ReturnType<typeof changesSinceLastScan>;
  readonly #upkeep: ReturnType<typeof patchSortOrder>;
  readonly #sliced: SortOrderLoader;
  #held: readonly Held[] = [];
  readonly #reading = new Map<string, Promise<void>>();

  constructor(db: Database, sliced: SortOrderLoader) {
    this.#missed = changesSinceLastScan(db);
    this.#upkeep = patchSortOrder(db);
    this.#sliced = sliced;
  }

  /** Reads the order anew unless one is held that lacks only a few rows. */
  async ready(mirrorId: number, column: FileColumn): Promise<void> {
    const name = `${mirrorId} ${column}`;
    // Whoever waits for the same order takes the one that is being read, if it will do.
    for (let reading = this.#reading.get(name); reading !== undefined; reading = this.#reading.get(name)) await reading;
    const reading = this.#read(mirrorId, column).finally(() => this.#reading.delete(name));
    this.#reading.set(name, reading);
    await reading;
  }

  async #read(mirrorId: number, column: FileColumn): Promise<void> {
    if (this.#find(mirrorId, column, (held) => this.#missed.since(held.mark, MOST_MISSED) !== null) !== null) return;
    const read = await this.#sliced(column, mirrorId);
    if (read !== null) this.#keep({ ...read, mirrorId, column });
  }

  /**
   * The order as of now, or, when too much has changed since it was read, as it was then.
   *
   * @returns null when none is held
   */
  latest(mirrorId: number, column: FileColumn): SortedBy | null {
    const held = this.#find(mirrorId, column);
    if (held === null) return null;
    const missed = this.#missed.since(held.mark, MOST_MISSED);
    if (missed === null) return held.order;
    const order =
      missed.added.length + missed.changed.length === 0
        ? held.order
        : this.#upkeep(held.order, missed, column, mirrorId);
    this.#keep({ mirrorId, column, order, mark: this.#missed.mark() });
    return order;
  }

  /** @returns null unless one is held that can be brought up to date at once */
  current(mirrorId: number, column: FileColumn): SortedBy | null {
    const isCurrent =
      this.#find(mirrorId, column, ({ mark }) => this.#missed.since(mark, MOST_MISSED) !== null) !== null;
    return isCurrent ? this.latest(mirrorId, column) : null;
  }

  #find(mirrorId: number, column: FileColumn, fits: (held: Held) => boolean = () => true): Held | null {
    return this.#held.find((one) => one.mirrorId === mirrorId && one.column === column && fits(one)) ?? null;
  }

  #keep(held: Held): void {
    const others = this.#held.filter((one) => one.mirrorId !== held.mirrorId || one.column !== held.column);
    this.#held = [held, ...others].slice(0, KEPT_ORDERS);
  }
}
