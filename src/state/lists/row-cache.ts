import { SvelteMap } from 'svelte/reactivity';

/** Rows arrive in blocks of this size, so that small movements ask nothing. */
export const BLOCK_ROWS = 100;

/** The rows of one answer that have arrived, by position. */
export class RowCache<T> {
  /** By number: block 1 begins at row `BLOCK_ROWS`. */
  readonly #blocks = new SvelteMap<number, readonly T[]>();
  /** The blocks in the order in which somebody looked at them last. */
  readonly #seen = new Set<number>();
  readonly #mostBlocks: number;

  /** @param mostBlocks the block that nobody has looked at for longest goes when there would be more */
  constructor(mostBlocks = Number.POSITIVE_INFINITY) {
    this.#mostBlocks = mostBlocks;
  }

  /** @returns undefined while that row has not arrived */
  at(position: number): T | undefined {
    return this.#blocks.get(Math.floor(position / BLOCK_ROWS))?.[position % BLOCK_ROWS];
  }

  /** The rows that have arrived, with their positions, in order. */
  *entries(): Generator<readonly [number, T]> {
    for (const [block, rows] of [...this.#blocks].toSorted(([a], [b]) => a - b)) {
      for (const [place, row] of rows.entries()) yield [block * BLOCK_ROWS + place, row];
    }
  }

  /**
   * A block that arrived counts as there, also where rows have gone since and the core left them out. Who asks looks at it.
   *
   * @param to not included; not beyond the end of the list
   * @returns the first rows of the blocks between two positions that have not arrived
   */
  missing(from: number, to: number): readonly number[] {
    const starts: number[] = [];
    for (let start = blockStart(from); start < to; start += BLOCK_ROWS) {
      if (this.#blocks.has(start / BLOCK_ROWS)) this.#see(start / BLOCK_ROWS);
      else starts.push(start);
    }
    return starts;
  }

  /** @param from the first row of a block */
  put(from: number, rows: readonly T[]): void {
    for (let first = 0; first < rows.length; first += BLOCK_ROWS) {
      this.#blocks.set((from + first) / BLOCK_ROWS, rows.slice(first, first + BLOCK_ROWS));
      this.#see((from + first) / BLOCK_ROWS);
    }
    const [oldest] = this.#seen;
    if (this.#blocks.size <= this.#mostBlocks || oldest === undefined) return;
    this.#blocks.delete(oldest);
    this.#seen.delete(oldest);
  }

  #see(block: number): void {
    this.#seen.delete(block);
    this.#seen.add(block);
  }
}

/** The first row of the block that a row is in. */
export const blockStart = (position: number): number => Math.floor(Math.max(0, position) / BLOCK_ROWS) * BLOCK_ROWS;
