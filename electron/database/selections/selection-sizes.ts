import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { SelectionSizes } from '../../../src/domain/files/selection-summary.ts';
import { Bitmap } from '../facet-index/bitmap.ts';
import { sizesOf, sizeStep } from '../facet-index/facet-terms.ts';
import { numberOf } from '../sqlite/column-parsers.ts';

/** Row ids that one slice goes through: about 8 ms. */
const SLICE_IDS = 4_000;

const fileRow = z.tuple([z.number(), z.number().nullable(), z.string().nullable()]);

/**
 * Adds up the sizes of selected rows and finds their dates, by one pass over the files from the first of them to the last.
 * Yields between slices.
 */
export function selectionSizes(
  db: Database,
  yieldToEventLoop: () => Promise<void>,
): (rowIds: Uint32Array, fullPairs: number | null, isWanted: () => boolean) => Promise<SelectionSizes | null> {
  const selectFiles = db
    .prepare<[number, number], unknown>(
      'SELECT row_id, size_bytes, created_at FROM files WHERE row_id >= ? AND row_id < ?',
    )
    .raw();
  const selectFull = db
    .prepare<[number, number, number], unknown>(
      'SELECT row_id FROM metadata WHERE row_id >= ? AND row_id < ? GROUP BY row_id HAVING count(*) >= ?',
    )
    .pluck();

  return async (rowIds, fullPairs, isWanted) => {
    const [first, last] = endsOf(rowIds);
    const selected = Bitmap.of(last, rowIds);
    const sums = new Sums();
    for (let from = first; from <= last; from += SLICE_IDS) {
      const to = from + SLICE_IDS;
      for (const row of selectFiles.iterate(from, to)) {
        const [rowId, size, createdAt] = fileRow.parse(row);
        if (selected.has(rowId)) sums.add(size, createdAt);
      }
      if (fullPairs !== null)
        sums.full += selectFull.all(from, to, fullPairs).filter((rowId) => selected.has(numberOf(rowId))).length;
      await yieldToEventLoop();
      if (!isWanted() || !db.open) return null;
    }
    return sums.all;
  };
}

function endsOf(rowIds: Uint32Array): readonly [number, number] {
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const rowId of rowIds) {
    if (rowId < first) first = rowId;
    if (rowId > last) last = rowId;
  }
  return [first, last];
}

class Sums {
  #files = 0;
  #sized = 0;
  #sizeBytes = 0;
  #least = Number.POSITIVE_INFINITY;
  #most = 0;
  #firstAt: string | null = null;
  #lastAt: string | null = null;
  readonly #steps = new Map<string, number>();
  full = 0;

  add(size: number | null, createdAt: string | null): void {
    this.#files += 1;
    if (createdAt !== null && (this.#firstAt === null || createdAt < this.#firstAt)) this.#firstAt = createdAt;
    if (createdAt !== null && (this.#lastAt === null || createdAt > this.#lastAt)) this.#lastAt = createdAt;
    if (size === null) return;
    this.#sized += 1;
    this.#sizeBytes += size;
    this.#least = Math.min(this.#least, size);
    this.#most = Math.max(this.#most, size);
    const step = sizeStep(size);
    this.#steps.set(step, (this.#steps.get(step) ?? 0) + 1);
  }

  get all(): SelectionSizes {
    const isKnown = this.#sized > 0;
    return {
      files: this.#files,
      sizeBytes: this.#sizeBytes,
      unknownSizes: this.#files - this.#sized,
      leastBytes: isKnown ? this.#least : null,
      mostBytes: isKnown ? this.#most : null,
      halfUnderBytes: isKnown ? this.#half() : null,
      firstAddedAt: this.#firstAt,
      lastAddedAt: this.#lastAt,
      full: this.full,
    };
  }

  /** Steps are a fifth of a size apart: near enough, and the sizes need not be put in order. */
  #half(): number {
    let under = 0;
    for (const [step, count] of [...this.#steps].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      under += count;
      if (under * 2 >= this.#sized) return sizesOf(step).beyond;
    }
    return this.#most;
  }
}
