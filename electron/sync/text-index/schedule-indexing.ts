import type { IndexedSlice } from '../../database/text-index/index-queue.ts';
import type { Result } from '../../../src/domain/core/result.ts';
import type { Clock } from '../ports.ts';

/** `damaged`: the index has to be thrown away. `disk`: it cannot be written just now. */
export type IndexFailure = { readonly kind: 'damaged' | 'disk'; readonly detail: string };

export type IndexingPorts = {
  readonly progress: {
    readonly isBehind: () => boolean;
    /** How many rows changed since they were indexed; null when there are also rows that never were. */
    readonly onlyChanged: () => number | null;
    readonly record: (done: IndexedSlice) => void;
    readonly reset: () => void;
  };
  /** Takes the next rows into the index, elsewhere. @returns null when there was nothing to do */
  readonly slice: (limitRows: number) => Promise<Result<IndexedSlice | null, IndexFailure>>;
  readonly clock: Pick<Clock, 'nowMs' | 'wakeAt'>;
  readonly report: (error: unknown) => void;
};

/** A quarter of a second; the fewer there are, the less has to be merged. */
const SLICE_ROWS = 2_000;
/** What comes meanwhile is taken together. Until then it is found by reading it. */
const REST_MS = 1_000;
/** A person at work changes a row a second: the few are found as quickly by reading them, and nobody is disturbed. */
const REST_OF_FEW_MS = 30_000;
const FEW_ROWS = 1_000;
const REST_AFTER_FAILURE_MS = 60_000;

/**
 * Lets the text index follow the copy. Nothing waits for it: it is written by a thread of its own into a file of its own,
 * and what it does not hold yet is searched without it.
 */
export class IndexingSchedule {
  readonly #ports: IndexingPorts;
  #restUntilMs: number;
  #fewRestUntilMs = 0;
  #isDue = false;
  #isAtWork = false;
  #isGivenUp = false;
  #isOver = false;
  #cancelWake: () => void = () => undefined;
  #atWork: Promise<void> = Promise.resolve();

  constructor(ports: IndexingPorts) {
    this.#ports = ports;
    // A start has better things to do.
    this.#restUntilMs = ports.clock.nowMs() + REST_MS;
  }

  /** The copy may have changed. */
  wake(): void {
    if (this.#isOver || this.#isDue) return;
    this.#isDue = true;
    if (!this.#isAtWork) this.#schedule();
  }

  /** What the index holds was erased from the copy: it goes from there too, and at once. */
  giveUp(): void {
    this.#isGivenUp = true;
    this.#restUntilMs = this.#ports.clock.nowMs();
    this.#cancelWake();
    this.#isDue = false;
    this.wake();
  }

  /** Waits for the slice that is under way. */
  async close(): Promise<void> {
    this.#isOver = true;
    this.#cancelWake();
    await this.#atWork;
  }

  #schedule(): void {
    this.#cancelWake = this.#ports.clock.wakeAt(this.#restUntilMs, () => void (this.#atWork = this.#work()));
  }

  async #work(): Promise<void> {
    this.#isDue = false;
    this.#isAtWork = true;
    const restMs = await this.#follow().catch((error: unknown) => {
      this.#ports.report(error);
      return REST_AFTER_FAILURE_MS;
    });
    this.#isAtWork = false;
    this.#restUntilMs = this.#ports.clock.nowMs() + restMs;
    // After a longer rest there is still to do what could not be done now.
    this.#isDue ||= restMs > REST_MS;
    if (this.#isDue && !this.#isOver) this.#schedule();
  }

  /** @returns for how long to rest afterwards */
  async #follow(): Promise<number> {
    const { progress, slice, clock } = this.#ports;
    const fewMayRestMs = this.#fewRestUntilMs - clock.nowMs();
    if (fewMayRestMs > 0 && !this.#isGivenUp && this.#areFew()) return Math.max(fewMayRestMs, REST_MS + 1);
    this.#fewRestUntilMs = clock.nowMs() + REST_OF_FEW_MS;
    while (!this.#isOver && (this.#isGivenUp || progress.isBehind())) {
      this.#isGivenUp = false;
      const done = await slice(SLICE_ROWS);
      if (!done.ok) return this.#failed(done.failure);
      if (this.#isStopped(done.value === null)) break;
      if (done.value !== null) progress.record(done.value);
    }
    return REST_MS;
  }

  // A call: the compiler takes a property that was set before an await for unchanged after it.
  readonly #isStopped = (isAllIndexed: boolean): boolean => this.#isOver || (isAllIndexed && !this.#isGivenUp);

  #areFew(): boolean {
    const changed = this.#ports.progress.onlyChanged();
    return changed !== null && changed > 0 && changed < FEW_ROWS;
  }

  #failed({ kind, detail }: IndexFailure): number {
    if (kind === 'disk') return REST_AFTER_FAILURE_MS;
    // Nobody looks into it any more; the next start makes another.
    this.#ports.progress.reset();
    this.#ports.report(new Error(`The text index is damaged: ${detail}`));
    this.#isOver = true;
    return REST_MS;
  }
}
