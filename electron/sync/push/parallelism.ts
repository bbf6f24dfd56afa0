import type { Turn } from './turn.ts';

/** Files that are sent side by side at first, and at most. */
export const FILES_AT_FIRST = 4;
export const FILES_AT_ONCE = 16;
/** A turn that takes this much longer than turns took at their fastest was held up by the others. */
const SLOW_FACTOR = 2;
const SLOW_BY_MS = 50;
/** Part of the newest turn in the mean of what turns take. */
const NEWEST = 0.2;

/** How a turn ended, for those that come after it. */
export type EndedTurn = { readonly tookMs: number; readonly isStrained: boolean };

/**
 * Whether the service had more to do than it could, or could not be reached, or gave no answer: while it is away, a try of one
 * file shows as much as one of sixteen.
 */
export const isStrained = (turn: Turn): boolean =>
  turn.kind === 'failed' && ['later', 'broken', 'notApplied', 'unknown'].includes(turn.failureClass.kind);

/**
 * How many files are sent side by side. One more for each round of turns that went well, half as many when the service asks to
 * wait, breaks, or gets slower: additive increase, multiplicative decrease (RFC 5681, 3.1). Turns that were under way when it
 * was halved tell nothing new.
 */
export class Parallelism {
  #limit = FILES_AT_FIRST;
  #underWay = 0;
  /** Turns from before the latest decrease that are still to end. */
  #older = 0;
  #meanMs: number | null = null;
  #fastestMs = Number.POSITIVE_INFINITY;
  readonly #waiting: (() => void)[] = [];

  /** Files that may be under way now. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  /** Waits for a place. Whoever enters leaves again. */
  async enter(): Promise<void> {
    if (this.#underWay < this.limit) {
      this.#underWay += 1;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  leave(): void {
    this.#underWay -= 1;
    this.#older = Math.max(0, this.#older - 1);
    while (this.#underWay < this.limit && this.#waiting.length > 0) {
      this.#underWay += 1;
      this.#waiting.shift()?.();
    }
  }

  /** Learns from a turn that has ended. Call before `leave`. */
  learn({ tookMs, isStrained }: EndedTurn): void {
    this.#meanMs = this.#meanMs === null ? tookMs : this.#meanMs + NEWEST * (tookMs - this.#meanMs);
    this.#fastestMs = Math.min(this.#fastestMs, this.#meanMs);
    const isSlow = this.#meanMs > SLOW_FACTOR * this.#fastestMs + SLOW_BY_MS;
    if (!isStrained && !isSlow) {
      this.#limit = Math.min(FILES_AT_ONCE, this.#limit + 1 / this.#limit);
      return;
    }
    if (this.#older > 0) return;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
    this.#older = this.#underWay;
    // Measured anew: a service that stays slow is not the slower for as many files as it has now.
    this.#meanMs = null;
    this.#fastestMs = Number.POSITIVE_INFINITY;
  }
}
