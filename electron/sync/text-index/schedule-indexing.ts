import type { IndexedSlice } from '../../database/text-index/index-queue.ts';
import type { Result } from '../../../src/domain/core/result.ts';
import type { Clock } from '../ports.ts';

/** `damaged`: the index has to be deleted. `disk`: it cannot be written now. */
export type IndexFailure = { readonly kind: 'damaged' | 'disk'; readonly detail: string };

export type IndexingPorts = {
  readonly progress: {
    readonly isBehind: () => boolean;
    /** Rows changed since they were indexed; null when there are also rows that never were indexed. */
    readonly onlyChanged: () => number | null;
    readonly record: (done: IndexedSlice) => void;
    readonly reset: () => void;
  };
  /** Indexes the next rows, in a thread of its own. @returns null when no row was left */
  readonly slice: (limitRows: number) => Promise<Result<IndexedSlice | null, IndexFailure>>;
  readonly clock: Pick<Clock, 'nowMs' | 'wakeAt'>;
  readonly report: (error: unknown) => void;
};

/** Rows of a slice, a quarter of a second: fewer slices mean fewer index segments to merge. */
const SLICE_ROWS = 2_000;
/** Changes of this time are indexed together. Until then a search reads them from the mirror. */
const REST_MS = 1_000;
/** A longer rest while few rows changed: a search reads a few as quickly, and indexing disturbs no person at work. */
const REST_OF_FEW_MS = 30_000;
const FEW_ROWS = 1_000;
const REST_AFTER_FAILURE_MS = 60_000;

/**
 * Schedules the indexing of changed rows. Nothing waits for it: a thread of its own writes a file of its own, and a search
 * reads rows that are not indexed yet from the mirror.
 */
export class IndexingSchedule {
  readonly #ports: IndexingPorts;
  #restMs = REST_MS;
  #restUntilMs: number;
  #fewRestUntilMs = 0;
  #isDue = false;
  #isAtWork = false;
  #isUrgent = false;
  #isOver = false;
  #cancelWake: () => void = () => undefined;
  #atWork: Promise<void> = Promise.resolve();

  constructor(ports: IndexingPorts) {
    this.#ports = ports;
    // Other work of a start comes first.
    this.#restUntilMs = ports.clock.nowMs() + REST_MS;
  }

  /** The mirror may have changed. */
  wake(): void {
    if (this.#isOver || this.#isDue) return;
    this.#isDue = true;
    if (!this.#isAtWork) this.#schedule();
  }

  /** Rows were deleted from the mirror: the index forgets them at once. */
  indexNow(): void {
    this.#isUrgent = true;
    this.#restUntilMs = this.#ports.clock.nowMs();
    this.#cancelWake();
    this.#isDue = false;
    this.wake();
  }

  /** Waits for the slice under way. */
  async close(): Promise<void> {
    this.#isOver = true;
    this.#cancelWake();
    await this.#atWork;
  }

  #schedule(): void {
    const { clock } = this.#ports;
    const atMs = restEndMs(this.#restUntilMs, this.#restMs, clock);
    this.#cancelWake = clock.wakeAt(atMs, () => void (this.#atWork = this.#work()));
  }

  async #work(): Promise<void> {
    this.#isDue = false;
    this.#isAtWork = true;
    const restMs = await this.#follow().catch((error: unknown) => {
      this.#ports.report(error);
      return REST_AFTER_FAILURE_MS;
    });
    this.#isAtWork = false;
    this.#restMs = restMs;
    this.#restUntilMs = this.#ports.clock.nowMs() + restMs;
    // After a longer rest the work of now is still to do.
    this.#isDue ||= restMs > REST_MS;
    if (this.#isDue && !this.#isOver) this.#schedule();
  }

  /** @returns the rest before the next run, in milliseconds */
  async #follow(): Promise<number> {
    const { progress, slice, clock } = this.#ports;
    this.#fewRestUntilMs = restEndMs(this.#fewRestUntilMs, REST_OF_FEW_MS, clock);
    const fewMayRestMs = this.#fewRestUntilMs - clock.nowMs();
    if (fewMayRestMs > 0 && !this.#isUrgent && this.#areFew()) return Math.max(fewMayRestMs, REST_MS + 1);
    this.#fewRestUntilMs = clock.nowMs() + REST_OF_FEW_MS;
    while (!this.#isOver && (this.#isUrgent || progress.isBehind())) {
      this.#isUrgent = false;
      const done = await slice(SLICE_ROWS);
      if (!done.ok) return this.#failed(done.failure);
      if (this.#isStopped(done.value === null)) break;
      if (done.value !== null) progress.record(done.value);
    }
    return REST_MS;
  }

  // A call, because TypeScript keeps the narrowing of a property across an await (microsoft/TypeScript#9998).
  readonly #isStopped = (isAllIndexed: boolean): boolean => this.#isOver || (isAllIndexed && !this.#isUrgent);

  #areFew(): boolean {
    const changed = this.#ports.progress.onlyChanged() ?? 0;
    return changed > 0 && changed < FEW_ROWS;
  }

  #failed({ kind, detail }: IndexFailure): number {
    if (kind === 'disk') return REST_AFTER_FAILURE_MS;
    // No search reads a damaged index; the next start builds another.
    this.#ports.progress.reset();
    this.#ports.report(new Error(`The text index is damaged: ${detail}`));
    this.#isOver = true;
    return REST_MS;
  }
}

/** The end of a rest: a whole rest from now once the clock was set back, and not when the clock is there again. */
const restEndMs = (endMs: number, restMs: number, { nowMs }: IndexingPorts['clock']): number =>
  Math.min(endMs, nowMs() + restMs);
