import type { Failure } from '../../domain/core/failure.ts';
import { pageClock, type PageClock } from '../app/page-clock.ts';
import type { FileList } from './file-list.svelte.ts';

/** Rows fetched beyond what is in sight, so that a turn of the wheel finds them there. */
const AHEAD_ROWS = 60;

export type VisibleRows = { readonly list: FileList; readonly from: number; readonly to: number };

/** Far moves that follow each other this closely are a flight: no row of it is seen for longer than a frame or two. */
const FLIGHT_MS = 50;
/** So long after its last move the rows where it ended are asked for. */
const LANDED_MS = 50;

/**
 * Fetches the rows in sight, then those around them. One question is asked at a time, about what is in sight by then, and
 * none in flight: what only flew past is not worth asking for, and drawing it would make the flight stutter.
 */
export class ViewportLoader {
  readonly #look: () => VisibleRows | null;
  readonly #onFailure: (list: FileList, failure: Failure) => void;
  #isBusy = false;
  #isWanted = false;
  #lastFarMs = Number.NEGATIVE_INFINITY;
  readonly #clock: PageClock;
  /** Calls off what the last move put off. */
  #landing: (() => void) | undefined;

  /** @param look null while there is no list */
  constructor(
    look: () => VisibleRows | null,
    onFailure: (list: FileList, failure: Failure) => void,
    clock: PageClock = pageClock,
  ) {
    this.#clock = clock;
    this.#look = look;
    this.#onFailure = onFailure;
  }

  /** After a move. @param isFar whether no row stayed in sight */
  moved(isFar: boolean): void {
    const nowMs = this.#clock.steadyMs();
    const isFlight = isFar && nowMs - this.#lastFarMs < FLIGHT_MS;
    if (isFar) this.#lastFarMs = nowMs;
    this.#landing?.();
    if (isFlight) this.#landing = this.#clock.after(LANDED_MS, () => this.need());
    else this.need();
  }

  need(): void {
    this.#isWanted = true;
    if (!this.#isBusy) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        const sight = this.#look();
        if (sight !== null) await this.#fetch(sight);
      }
    } finally {
      this.#isBusy = false;
    }
  }

  async #fetch({ list, from, to }: VisibleRows): Promise<void> {
    for (const ahead of [0, AHEAD_ROWS]) {
      const failure = await list.need(from - ahead, to + ahead);
      if (failure !== null) return this.#onFailure(list, failure);
      if (this.#isWanted) return;
    }
  }
}
