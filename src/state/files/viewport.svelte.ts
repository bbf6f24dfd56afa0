import type { Failure } from '../../domain/core/failure.ts';
import { ScrollPosition } from '../lists/scroll-position.svelte.ts';
import { ROW_PX, rowsInSight } from '../lists/virtual-scroll.ts';
import type { FileList } from './file-list.svelte.ts';
import { ViewportLoader } from './viewport-loader.ts';

/** The part of a file list that is in sight, and the fetching of its rows. */
export class Viewport {
  readonly #list: () => FileList | null;
  readonly #loader: ViewportLoader;
  readonly scroll = new ScrollPosition(() => this.#list()?.count ?? 0);

  constructor(list: () => FileList | null, onFailure: (list: FileList, failure: Failure) => void) {
    this.#list = list;
    this.#loader = new ViewportLoader(() => {
      const shown = list();
      return shown === null ? null : { list: shown, ...this.scroll.inSight };
    }, onFailure);
  }

  openingIs(openingPx: number): void {
    this.scroll.openingIs(openingPx);
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
   * @param except the id of a file that may have moved for reasons of its own
   * @returns pixels by which the next list must be scrolled further than this one
   */
  async shiftPx(next: FileList, except: string | null): Promise<number> {
    const list = this.#list();
    if (this.scroll.topPx === 0 || list === null) return 0;
    const { from, to } = this.scroll.inSight;
    return ROW_PX * (await list.rowsMoved(next, from, to, except));
  }
}
