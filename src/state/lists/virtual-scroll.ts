/** The height of a row of files. */
export const ROW_PX = 28;

/**
 * Chromium draws no element taller than 33,554,428 physical pixels, and a million rows are taller on a dense display. The
 * scrolled element is therefore never taller than this, and a scroll position stands for a row in proportion.
 */
const TALLEST_PX = 6_000_000;

/** A list of rows of one height, seen through an opening. */
export type VirtualScroll = {
  readonly rows: number;
  readonly openingPx: number;
  /** `ROW_PX` unless given. */
  readonly rowPx?: number;
};

const listPx = ({ rows, rowPx = ROW_PX }: Pick<VirtualScroll, 'rows' | 'rowPx'>): number => rows * rowPx;

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
  const { rows, rowPx = ROW_PX } = geometry;
  const from = Math.floor(topPx / rowPx);
  return { from: Math.min(from, rows), to: Math.min(rows, from + mostInSight(geometry)) };
}

/** Moves the list as little as possible so that a row is wholly in sight. */
export function topPxShowing(position: number, topPx: number, geometry: VirtualScroll): number {
  const { openingPx, rowPx = ROW_PX } = geometry;
  const top = position * rowPx;
  const lowest = top + rowPx - openingPx;
  return withinPx(Math.max(lowest, Math.min(topPx, top)), geometry);
}
