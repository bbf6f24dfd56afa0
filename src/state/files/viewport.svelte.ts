import type { RowHeight } from '../../contract/app.ts';
import type { Failure } from '../../domain/core/failure.ts';
import type { FileKey } from '../../domain/core/ids.ts';
import { pageClock, type PageClock } from '../app/clock.svelte.ts';
import { rowsInSight, ScrollPosition } from '../lists/virtual-scroll.svelte.ts';
import type { FileList } from './file-list.svelte.ts';

/** The heights of a row that a person can choose from. */
const ROW_PX = { dense: 24, usual: 28, roomy: 36 } satisfies Record<RowHeight, number>;
/** Two lines for each file, and a target for a finger. */
const NARROW_ROW_PX = 44;

/** The part of a file list that is in sight, and the fetching of its rows. */
export class Viewport {
  readonly #list: () => FileList | null;
  readonly #loader: ViewportLoader;
  #isNarrow = false;
  #rowHeight: RowHeight = 'usual';
  readonly scroll = new ScrollPosition(() => this.#list()?.count ?? 0);

  constructor(list: () => FileList | null, onFailure: (list: FileList, failure: Failure) => void) {
    this.#list = list;
    this.#loader = new ViewportLoader(() => {
      const shown = list();
      return shown === null ? null : { list: shown, ...this.scroll.inSight };
    }, onFailure);
  }

  /** @param kept the row with the focus, which stays in sight if it is there */
  openingIs(openingPx: number, kept: number | null = null): void {
    this.scroll.openingIs(openingPx, kept);
    this.load();
  }

  /** Whether the list is too narrow for one line per file. */
  narrowIs(isNarrow: boolean): void {
    this.#isNarrow = isNarrow;
    this.#measureRows();
  }

  rowHeightIs(rowHeight: RowHeight): void {
    this.#rowHeight = rowHeight;
    this.#measureRows();
  }

  #measureRows(): void {
    this.scroll.rowIs(this.#isNarrow ? NARROW_ROW_PX : ROW_PX[this.#rowHeight]);
    this.load();
  }

  scrollTo(topPx: number): void {
    const { from, to } = this.scroll.inSight;
    this.scroll.to(topPx);
    this.#loader.moved(Math.abs(this.scroll.inSight.from - from) >= to - from);
  }

  /** Scrolls as little as possible so that a row is wholly in sight. */
  show(position: number): void {
    this.scroll.show(position);
    this.load();
  }

  load(): void {
    this.#loader.need();
  }

  /** The rows that another list would have in sight. */
  rowsOf(list: FileList, topPx: number): { from: number; to: number } {
    return rowsInSight(topPx, { ...this.scroll.geometry, rows: list.count });
  }

  /**
   * Rows that came or went above must not move the rows that a person reads. At the very top, the top is what they read.
   *
   * @param except a file that may have moved for reasons of its own
   * @returns pixels by which the next list must be scrolled further than this one
   */
  async shiftPx(next: FileList, except: FileKey | null): Promise<number> {
    const list = this.#list();
    if (this.scroll.topPx === 0 || list === null) return 0;
    const { from, to } = this.scroll.inSight;
    return this.scroll.geometry.rowPx * (await list.rowsMoved(next, from, to, except));
  }
}

/** Rows that the loader fetches beyond the viewport, so that a turn of the wheel finds them there. */
const AHEAD_ROWS = 60;

export type VisibleRows = { readonly list: FileList; readonly from: number; readonly to: number };

/** Far moves that follow each other this closely are a flight: each of its rows is on screen for a frame or two only. */
const FLIGHT_MS = 50;
/** The loader asks for the rows at the end of a flight this long after its last move. */
const LANDED_MS = 50;

/**
 * Fetches the rows in sight, then those around them. The loader asks one question at a time, about the rows in sight by
 * then, and none during a flight: drawing rows that only fly past would make the flight stutter.
 */
export class ViewportLoader {
  readonly #look: () => VisibleRows | null;
  readonly #onFailure: (list: FileList, failure: Failure) => void;
  #isBusy = false;
  #isWanted = false;
  #lastFarMs = Number.NEGATIVE_INFINITY;
  readonly #clock: PageClock;
  /** Cancels the question that the last move put off. */
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

  /** Call after a move. @param isFar whether all rows left the viewport */
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
