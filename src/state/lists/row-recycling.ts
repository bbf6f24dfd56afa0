/** Offsets stay small enough to be drawn exactly. */
const FURTHEST_ROWS = 5_000;

/** Which rows are drawn. @property origin the row from which they are measured, and from which their slots are counted */
export type PlacedRows = { readonly origin: number; readonly positions: readonly number[] };

/** The element that shows a row, `slots` of them in all: one that scrolls out of sight shows the one that comes in. */
export const elementOf = (position: number, origin: number, slots: number): number =>
  (((position - origin) % slots) + slots) % slots;

/**
 * Places rows in a list that moves. Moved a little, most elements keep their rows; moved far, all keep their places and
 * show other rows, so that nothing is taken out of the page and put back elsewhere.
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
