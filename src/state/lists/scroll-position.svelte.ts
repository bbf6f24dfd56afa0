import { rowsInSight, topPxShowing, withinPx, type VirtualScroll } from './virtual-scroll.ts';

/** The scroll position of a person in a long list. The position outlives the element that shows the list. */
export class ScrollPosition {
  readonly #rows: () => number;
  #topPx = $state(0);
  #openingPx = $state(0);

  readonly geometry: VirtualScroll = $derived.by(() => ({ rows: this.#rows(), openingPx: this.#openingPx }));
  readonly inSight = $derived.by(() => rowsInSight(this.#topPx, this.geometry));

  constructor(rows: () => number) {
    this.#rows = rows;
  }

  /** The distance that the list has moved up, in its own pixels. */
  get topPx(): number {
    return this.#topPx;
  }

  openingIs(openingPx: number): void {
    this.#openingPx = openingPx;
    this.to(this.#topPx);
  }

  to(topPx: number): void {
    this.#topPx = withinPx(topPx, this.geometry);
  }

  /** Moves as little as possible so that a row is wholly in sight. */
  show(position: number): void {
    this.#topPx = topPxShowing(position, this.#topPx, this.geometry);
  }
}
