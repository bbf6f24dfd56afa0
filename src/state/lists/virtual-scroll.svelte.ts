/** The height of a row where nothing else is chosen. */
export const ROW_PX = 28;

/**
 * Chromium draws no element taller than 33,554,428 physical pixels, and a million rows are taller on a dense display. The
 * scrolled element is therefore never taller than this, and a scroll position stands for a row in proportion.
 */
const TALLEST_PX = 6_000_000;

/** Headings above some rows of a list, by the positions of those rows in their order. */
type Headings = { readonly above: readonly number[]; readonly headingPx: number };

const NO_HEADINGS: Headings = { above: [], headingPx: 0 };

/** A list of rows of one height, seen through an opening. */
export type VirtualScroll = {
  readonly rows: number;
  readonly openingPx: number;
  /** `ROW_PX` unless given. */
  readonly rowPx?: number;
  /** None unless given. */
  readonly headings?: Headings;
};

/** The height of the headings above a row, its own included. */
const headingsPx = (position: number, { above, headingPx }: Headings): number =>
  headingPx * above.filter((first) => first <= position).length;

/** Where a row begins, from the top of the list. */
export const rowTopPx = (
  position: number,
  { rowPx = ROW_PX, headings = NO_HEADINGS }: Omit<VirtualScroll, 'rows' | 'openingPx'>,
): number => position * rowPx + headingsPx(position, headings);

const listPx = (geometry: VirtualScroll): number => rowTopPx(geometry.rows, geometry);

/** The height of the scrolled element. */
export const spacerPx = (geometry: VirtualScroll): number => Math.min(listPx(geometry), TALLEST_PX);

/** Whether a pixel of the scroll bar is a pixel of the list, so that the browser can scroll by itself. */
export const isTrueToScale = (geometry: VirtualScroll): boolean => listPx(geometry) <= TALLEST_PX;

/** The furthest that the list can move up, in its own pixels. */
export const lastTopPx = (geometry: VirtualScroll): number => Math.max(0, listPx(geometry) - geometry.openingPx);

export const withinPx = (topPx: number, geometry: VirtualScroll): number =>
  Math.min(Math.max(0, topPx), lastTopPx(geometry));

/** Pixels of the list for one pixel of the scroll bar, at least 1. */
function scale(geometry: VirtualScroll): number {
  const travelPx = spacerPx(geometry) - geometry.openingPx;
  return travelPx <= 0 ? 1 : lastTopPx(geometry) / travelPx;
}

export const scrollPxOf = (topPx: number, geometry: VirtualScroll): number => topPx / scale(geometry);

export const topPxOf = (scrollPx: number, geometry: VirtualScroll): number =>
  withinPx(scrollPx * scale(geometry), geometry);

/** The most rows that can be in sight; the opening may cut off the first and the last. */
export const mostInSight = ({ openingPx, rowPx = ROW_PX }: Omit<VirtualScroll, 'rows'>): number =>
  Math.ceil(openingPx / rowPx) + 1;

/**
 * The rows in sight. Their number is the same wherever the list stands, so the last one may be just below the opening.
 *
 * @returns `from` included, `to` not
 */
export function rowsInSight(topPx: number, geometry: VirtualScroll): { from: number; to: number } {
  const { rows, rowPx = ROW_PX, headings = NO_HEADINGS } = geometry;
  const passed = headings.above.filter((first) => rowTopPx(first, geometry) <= topPx).length;
  const from = Math.floor((topPx - passed * headings.headingPx) / rowPx);
  return { from: Math.min(from, rows), to: Math.min(rows, from + mostInSight(geometry)) };
}

/**
 * Moves the list as little as possible so that a row is wholly in sight. The first row comes with what stands above it.
 */
export function topPxShowing(position: number, topPx: number, geometry: VirtualScroll): number {
  const { openingPx, rowPx = ROW_PX } = geometry;
  const rowPxFromTop = rowTopPx(position, geometry);
  const highest = position === 0 ? 0 : rowPxFromTop;
  const lowest = rowPxFromTop + rowPx - openingPx;
  return withinPx(Math.max(lowest, Math.min(topPx, highest)), geometry);
}

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

/** The scroll position of a person in a long list. The position outlives the element that shows the list. */
export class ScrollPosition {
  readonly #rows: () => number;
  readonly #headings: () => Headings;
  #topPx = $state(0);
  #openingPx = $state(0);
  #rowPx = $state(ROW_PX);

  readonly geometry = $derived.by(() => ({
    rows: this.#rows(),
    openingPx: this.#openingPx,
    rowPx: this.#rowPx,
    headings: this.#headings(),
  }));
  readonly inSight = $derived.by(() => rowsInSight(this.#topPx, this.geometry));

  constructor(rows: () => number, headings: () => Headings = () => NO_HEADINGS) {
    this.#rows = rows;
    this.#headings = headings;
  }

  /** The height of a row. Another height keeps the first row in sight where it is. */
  rowIs(rowPx: number): void {
    if (rowPx === this.#rowPx) return;
    const first = this.#topPx / this.#rowPx;
    this.#rowPx = rowPx;
    this.to(first * rowPx);
  }

  /** The distance that the list has moved up, in its own pixels. */
  get topPx(): number {
    return this.#topPx;
  }

  /** @param kept a row that stays in sight if it is there; null for none */
  openingIs(openingPx: number, kept: number | null = null): void {
    const wasInSight = kept !== null && topPxShowing(kept, this.#topPx, this.geometry) === this.#topPx;
    this.#openingPx = openingPx;
    this.to(this.#topPx);
    if (wasInSight) this.show(kept);
  }

  to(topPx: number): void {
    this.#topPx = withinPx(topPx, this.geometry);
  }

  /** Moves as little as possible so that a row is wholly in sight. */
  show(position: number): void {
    this.#topPx = topPxShowing(position, this.#topPx, this.geometry);
  }
}
