import { untrack } from 'svelte';
import { rowTopPx, ScrollPosition } from '../../state/lists/virtual-scroll.svelte.ts';
import { ScrollBar } from './scroll-bar.svelte.ts';

/** Rows that are drawn beyond those in sight. */
const BEYOND_ROWS = 8;

type ListShape = {
  readonly count: number;
  readonly rowPx: number;
  /** The height of what stays at the top while the rows move. */
  readonly headerPx: number;
  readonly sections: readonly number[];
  readonly sectionPx: number;
  /** The row that stays in sight when the list gets shorter; null for none. */
  readonly current: number | null;
};

/** The place of a list under its scroll bar, and the rows that are drawn there. To be made while its component is. */
export class ListScroll {
  readonly #shape: () => ListShape;
  readonly #position: ScrollPosition;
  readonly #bar: ScrollBar;
  #heightPx = $state(0);

  readonly geometry = $derived.by(() => this.#position.geometry);
  /** The rows by which a page key moves. */
  readonly page = $derived.by(() => Math.max(1, Math.floor(this.#heightPx / this.#shape().rowPx) - 1));
  readonly from = $derived.by(() => Math.max(0, this.#position.inSight.from - BEYOND_ROWS));
  /** The first row that is not drawn any more. */
  readonly to = $derived.by(() => Math.min(this.#shape().count, this.#position.inSight.to + BEYOND_ROWS));
  /** The headings among the rows that are drawn: the place of each among all, and the row that it stands above. */
  readonly headings = $derived.by(() =>
    [...this.#shape().sections.entries()].filter(([, first]) => first >= this.from && first <= this.to),
  );

  constructor(shape: () => ListShape) {
    this.#shape = shape;
    this.#position = new ScrollPosition(
      () => shape().count,
      () => ({ above: shape().sections, headingPx: shape().sectionPx }),
    );
    this.#bar = new ScrollBar(this.#position, (topPx) => this.#position.to(topPx));
    $effect.pre(() => {
      const { rowPx } = shape();
      untrack(() => this.#position.rowIs(rowPx));
    });
    // Fewer rows leave the list within its ends.
    $effect(() => {
      void this.geometry;
      untrack(() => this.#position.to(this.#position.topPx));
    });
  }

  /** Where a row is drawn. */
  readonly topPx = (position: number): number => rowTopPx(position, this.geometry) - this.#bar.aheadPx;

  heightIs(px: number): void {
    if (px === this.#heightPx) return;
    this.#heightPx = px;
    const { headerPx, current } = this.#shape();
    this.#position.openingIs(Math.max(0, px - headerPx), current);
  }

  /** Moves as little as possible so that a row is wholly in sight. */
  show(position: number): void {
    this.#position.show(position);
  }

  /** Hears of what a person has done with the scroll bar. */
  scrolled(element: HTMLElement): void {
    if (!element.isConnected) return;
    // The browser shortens the way of the scroll bar before it tells how high the list has become.
    this.heightIs(element.clientHeight);
    this.#bar.moved(element);
  }

  /** Attaches the scroll bar of an element. */
  readonly attach = (element: HTMLElement): (() => void) => {
    const hear = (): void => this.scrolled(element);
    element.addEventListener('scroll', hear, { passive: true });
    $effect(() => this.#bar.follow(element));
    const end = this.#bar.wheel(element);
    return () => {
      end();
      element.removeEventListener('scroll', hear);
    };
  };
}
