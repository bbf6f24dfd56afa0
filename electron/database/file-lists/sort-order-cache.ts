import type { Database } from 'better-sqlite3';
import type { FileColumn } from '../../../src/domain/files/queries.ts';
import { patchSortOrder } from './sort-order-patch.ts';
import { changesSinceLastScan } from '../mirror/row-change-log.ts';
import type { SortedBy } from './sort-order.ts';
import type { MarkedSortOrder, SortOrderLoader } from './sort-order-loader.ts';

/** So many rows are put in their place one by one in 10 ms; for more the whole order is read again. */
const MOST_MISSED = 200;
const KEPT_ORDERS = 8;

type Held = MarkedSortOrder & { readonly copy: number; readonly column: FileColumn };

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
  async ready(copy: number, column: FileColumn): Promise<void> {
    const name = `${copy} ${column}`;
    // Whoever waits for the same order takes the one that is being read, if it will do.
    for (let reading = this.#reading.get(name); reading !== undefined; reading = this.#reading.get(name)) await reading;
    const reading = this.#read(copy, column).finally(() => this.#reading.delete(name));
    this.#reading.set(name, reading);
    await reading;
  }

  async #read(copy: number, column: FileColumn): Promise<void> {
    if (this.#find(copy, column, (held) => this.#missed.since(held.mark, MOST_MISSED) !== null) !== null) return;
    const read = await this.#sliced(column, copy);
    if (read !== null) this.#keep({ ...read, copy, column });
  }

  /**
   * The order as of now, or, when too much has changed since it was read, as it was then.
   *
   * @returns null when none is held
   */
  latest(copy: number, column: FileColumn): SortedBy | null {
    const held = this.#find(copy, column);
    if (held === null) return null;
    const missed = this.#missed.since(held.mark, MOST_MISSED);
    if (missed === null) return held.order;
    const order =
      missed.added.length + missed.changed.length === 0 ? held.order : this.#upkeep(held.order, missed, column, copy);
    this.#keep({ copy, column, order, mark: this.#missed.mark() });
    return order;
  }

  /** @returns null unless one is held that can be brought up to date at once */
  current(copy: number, column: FileColumn): SortedBy | null {
    const isCurrent = this.#find(copy, column, ({ mark }) => this.#missed.since(mark, MOST_MISSED) !== null) !== null;
    return isCurrent ? this.latest(copy, column) : null;
  }

  #find(copy: number, column: FileColumn, fits: (held: Held) => boolean = () => true): Held | null {
    return this.#held.find((one) => one.copy === copy && one.column === column && fits(one)) ?? null;
  }

  #keep(held: Held): void {
    const others = this.#held.filter((one) => one.copy !== held.copy || one.column !== held.column);
    this.#held = [held, ...others].slice(0, KEPT_ORDERS);
  }
}
