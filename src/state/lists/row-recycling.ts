/** Offsets stay small enough to be drawn exactly. */
const FURTHEST_ROWS = 5_000;

/** The rows to draw. @property origin the row from which offsets are measured and elements counted */
export type PlacedRows = { readonly origin: number; readonly positions: readonly number[] };

/** The number of the element that shows a row, of `slots` in all: an element that leaves the viewport shows the row that enters. */
export const elementOf = (position: number, origin: number, slots: number): number =>
  (((position - origin) % slots) + slots) % slots;

/**
 * Places rows in a list that moves. After a small move most elements keep their rows. After a far move all elements keep
 * their places and show other rows, so that the page never removes an element to insert it elsewhere.
 */
export class RowRecycling {
  #origin = 0;
  #from = 0;

  /** @param to not included; at most `slots` rows after `from` */
  place(from: number, to: number, slots: number): PlacedRows {
    if (Math.abs(from - this.#from) >= slots) this.#origin += from - this.#from;
    const away = from - this.#origin;
    if (Math.abs(away) > FURTHEST_ROWS) this.#origin += Math.trunc(away / slots) * slots;
    this.#from = from;
    const positions = Array.from({ length: Math.max(0, to - from) }, (_, place) => from + place);
    return { origin: this.#origin, positions };
  }
}
