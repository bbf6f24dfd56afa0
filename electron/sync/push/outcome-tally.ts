import {
  noOutcomes,
  type ReplayCounts,
  type ReplayOutcome,
  replayOutcomes,
  tickOf,
} from '../../../src/domain/edits/replay.ts';

/** What the tally keeps of one file. */
export type TalliedFile = {
  readonly outcome: ReplayOutcome | null;
  readonly isSettled: boolean;
  readonly isCombined: boolean;
  readonly hasGivenWay: boolean;
};

const SETTLED = 8;
const COMBINED = 16;
const GAVE_WAY = 32;
const OUTCOME = 7;

/**
 * The latest outcome of each file of a replay, so that a file that is sent twice is counted once. One byte for each
 * number that the outbox has given to a file: a replay of 100,000 files takes a tenth of a megabyte, and some more for their order.
 */
export class OutcomeTally {
  #bytes = new Uint8Array(1_024);
  readonly #counts = { ...noOutcomes };
  /** The numbers of the files, in the order in which they first had an outcome. */
  readonly #order = new Set<number>();

  get counts(): ReplayCounts {
    return { ...this.#counts };
  }

  /** @param number of the file in the outbox */
  get(number: number): TalliedFile {
    const byte = this.#bytes[number] ?? 0;
    return {
      outcome: replayOutcomes[(byte & OUTCOME) - 1] ?? null,
      ...{ isSettled: (byte & SETTLED) > 0, isCombined: (byte & COMBINED) > 0, hasGivenWay: (byte & GAVE_WAY) > 0 },
    };
  }

  set(number: number, { outcome, isSettled, isCombined, hasGivenWay }: TalliedFile): void {
    const before = this.get(number).outcome;
    if (before !== null) this.#counts[before] -= 1;
    if (outcome !== null) {
      this.#counts[outcome] += 1;
      this.#order.add(number);
    }
    const place = outcome === null ? 0 : replayOutcomes.indexOf(outcome) + 1;
    this.#growTo(number);
    this.#bytes[number] =
      place | (isSettled ? SETTLED : 0) | (isCombined ? COMBINED : 0) | (hasGivenWay ? GAVE_WAY : 0);
  }

  /** The numbers of the files with an outcome, in the order in which they first had one. */
  *numbers(): Generator<number> {
    for (const number of this.#order) if (this.get(number).outcome !== null) yield number;
  }

  /** One letter for each file with an outcome, in the order of `numbers`. */
  tape(): string {
    const letters: string[] = [];
    for (const number of this.#order) {
      const { outcome } = this.get(number);
      if (outcome !== null) letters.push(tickOf[outcome]);
    }
    return letters.join('');
  }

  #growTo(number: number): void {
    if (number < this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(number + 1, 2 * this.#bytes.length));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
