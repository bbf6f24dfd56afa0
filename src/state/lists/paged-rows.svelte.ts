import type { Failure } from '../../domain/core/failure.ts';
import type { Result } from '../../domain/core/result.ts';
import { BLOCK_ROWS, blockStart, RowCache } from './row-cache.ts';

/** Neighbouring rows of a list, and the length of the whole list. */
export type Slice<T> = {
  readonly from: number;
  readonly rows: readonly T[];
  readonly count: number;
  /** Called once the rows are shown, and never where a later question overtook them. */
  readonly ontaken?: () => void;
};

type Ask<T> = (from: number, to: number) => Promise<Result<Slice<T>, Failure>>;

/**
 * A list of thousands of rows, by position, which fetches its rows as they come into sight. Rows stay on screen until
 * their replacements have arrived, so that neither a new question nor an announcement makes the list flicker.
 */
export class PagedRows<T> {
  readonly #ask: Ask<T>;
  #cache = $state.raw(new RowCache<T>());
  #count = $state(0);
  #phase = $state<'loading' | 'ready' | 'failed'>('loading');
  #failure = $state.raw<Failure | null>(null);
  #sight = { from: 0, to: BLOCK_ROWS };
  #epoch = 0;
  /** The rows answer a question before the one that is asked now. */
  #areOfBefore = false;
  /** Counts the lists: rows of one that was cleared are nobody's. */
  #lists = 0;
  #reaches = 0;

  constructor(ask: Ask<T>) {
    this.#ask = ask;
  }

  get count(): number {
    return this.#count;
  }

  /** `loading` only until the first answer. */
  get phase(): 'loading' | 'ready' | 'failed' {
    return this.#phase;
  }

  get failure(): Failure | null {
    return this.#failure;
  }

  /** @returns undefined while that row has not arrived */
  at(position: number): T | undefined {
    return this.#cache.at(position);
  }

  /** The rows that have arrived, in order. */
  get loaded(): readonly T[] {
    return [...this.#cache.entries()].map(([, row]) => row);
  }

  /** The position of the first row that has arrived and fits; null when none does. */
  positionOf(fits: (row: T) => boolean): number | null {
    for (const [position, row] of this.#cache.entries()) if (fits(row)) return position;
    return null;
  }

  /** @returns the row once it has arrived; undefined when the list ends before it, another began, or it cannot be had */
  async need(position: number): Promise<T | undefined> {
    const [epoch, list] = [this.#epoch, this.#lists];
    if (position >= this.#count) return undefined;
    const [missing] = this.#cache.missing(position, position + 1);
    if (missing !== undefined) await this.#fetch(missing);
    if (list !== this.#lists) return undefined;
    return epoch === this.#epoch || this.#failure !== null ? this.at(position) : this.need(position);
  }

  /** Hands a row over once it has arrived; of rows that are asked for one after another, only the last. */
  async reach(position: number, take: (row: T) => void): Promise<void> {
    const request = ++this.#reaches;
    const row = this.at(position) ?? (await this.need(position));
    if (row !== undefined && request === this.#reaches) take(row);
  }

  /**
   * The next row that fits, from a position on and round the end, where rows on the way are fetched.
   *
   * @returns null when none of `MOST_PASSED_ROWS` fits, or another list began meanwhile
   */
  async find(fits: (row: T) => boolean, from: number): Promise<number | null> {
    const epoch = this.#epoch;
    for (let step = 0; step < Math.min(this.#count, MOST_PASSED_ROWS); step += 1) {
      const position = (from + step) % this.#count;
      const [missing] = this.#cache.missing(position, position + 1);
      if (missing !== undefined) await this.#fetch(missing);
      if (this.#failure !== null) return null;
      // The rows were asked for anew meanwhile, and may have come to other positions.
      if (epoch !== this.#epoch) return this.find(fits, from);
      const row = this.at(position);
      if (row !== undefined && fits(row)) return position;
    }
    return null;
  }

  async #fetch(start: number): Promise<void> {
    const epoch = this.#epoch;
    const reply = await this.#ask(start, start + BLOCK_ROWS);
    if (epoch === this.#epoch) this.#take(reply, this.#cache);
  }

  /** Tells which rows are in sight; those that are missing are fetched. */
  async show(from: number, to: number): Promise<void> {
    const first = blockStart(from);
    this.#sight = { from: first, to: Math.max(first + BLOCK_ROWS, Math.ceil(to / BLOCK_ROWS) * BLOCK_ROWS) };
    if (this.#phase === 'ready') await this.#fill();
  }

  /** Asks another question, as `refresh` does. The rows of the one before go where its answer cannot be had. */
  renew(): Promise<void> {
    this.#areOfBefore = true;
    return this.refresh();
  }

  /**
   * Asks again, or another question, for the rows in sight, and for the other rows when they come into sight. What is in
   * sight stays where it is: a list on screen would not tell once more where it stands.
   */
  async refresh(): Promise<void> {
    const epoch = ++this.#epoch;
    const reply = await this.#ask(this.#sight.from, this.#sight.to);
    if (epoch !== this.#epoch) return; // a later question has been asked; this answer is stale
    if (reply.ok && reply.value.count > 0 && reply.value.count <= this.#sight.from) {
      const from = blockStart(reply.value.count - 1);
      this.#sight = { from, to: from + BLOCK_ROWS };
      return this.refresh();
    }
    this.#take(reply, new RowCache());
    if (reply.ok) await this.#fill();
  }

  /** Begins another list: no row of the last one may appear again. */
  clear(): void {
    this.#epoch += 1;
    this.#lists += 1;
    this.#sight = { from: 0, to: BLOCK_ROWS };
    this.#cache = new RowCache();
    this.#count = 0;
    this.#phase = 'loading';
    this.#failure = null;
  }

  /** Asks on after an answer that brings fewer rows than it was asked for, until one brings nothing new. */
  async #fill(): Promise<void> {
    const { from, to } = this.#sight;
    const gap = this.#firstGap(from, to);
    if (gap === null) return;
    const epoch = this.#epoch;
    const reply = await this.#ask(blockStart(gap), to);
    if (epoch !== this.#epoch) return;
    this.#take(reply, this.#cache);
    if (reply.ok && this.#firstGap(from, to) !== gap) await this.#fill();
  }

  /** @returns the first position without its row; null without one */
  #firstGap(from: number, to: number): number | null {
    for (let position = from; position < Math.min(to, this.#count); position++) {
      if (this.at(position) === undefined) return position;
    }
    return null;
  }

  #take(reply: Result<Slice<T>, Failure>, cache: RowCache<T>): void {
    this.#failure = reply.ok ? null : reply.failure;
    this.#phase = reply.ok ? 'ready' : 'failed';
    if (!reply.ok && this.#areOfBefore) [this.#cache, this.#count] = [new RowCache(), 0];
    if (!reply.ok) return;
    this.#areOfBefore &&= cache === this.#cache;
    const { from, rows, count, ontaken } = reply.value;
    cache.put(from, rows);
    this.#cache = cache;
    this.#count = count;
    ontaken?.();
  }
}

/** Rows that a search by name passes at most. */
const MOST_PASSED_ROWS = 2_000;
