import { rowsInSight, topPxShowing, withinPx, type VirtualScroll } from './virtual-scroll.ts';

/** Where a person is in a long list. It outlives the element that shows it. */
export class ScrollPosition {
  readonly #rows: () => number;
  #topPx = $state(0);
  #openingPx = $state(0);

  readonly geometry: VirtualScroll = $derived.by(() => ({ rows: this.#rows(), openingPx: this.#openingPx }));
  readonly inSight = $derived.by(() => rowsInSight(this.#topPx, this.geometry));

  constructor(rows: () => number) {
    this.#rows = rows;
  }

  /** How far the list is moved up, in its own pixels. */
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
