export const ROW_PX = 28;

/**
 * Chromium draws no element taller than 33,554,428 physical pixels, which a million rows pass on a dense display. The
 * scrolled element is therefore never taller than this, and a scroll position stands for a row in proportion.
 */
const TALLEST_PX = 6_000_000;

/** A list of rows seen through an opening. */
export type VirtualScroll = { readonly rows: number; readonly openingPx: number };

/** How tall the scrolled element is made. */
export const spacerPx = ({ rows }: VirtualScroll): number => Math.min(rows * ROW_PX, TALLEST_PX);

/** Below this, a pixel of the scroll bar is a pixel of the list, and the browser scrolls by itself. */
export const isTrueToScale = ({ rows }: VirtualScroll): boolean => rows * ROW_PX <= TALLEST_PX;

/** The furthest the list can be moved up, in its own pixels. */
export const lastTopPx = ({ rows, openingPx }: VirtualScroll): number => Math.max(0, rows * ROW_PX - openingPx);

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

/** How many rows there can be in sight, of which the first and the last may be cut off. */
export const mostInSight = ({ openingPx }: Pick<VirtualScroll, 'openingPx'>): number =>
  Math.ceil(openingPx / ROW_PX) + 1;

/** The rows in sight, `from` included, `to` not; as many wherever the list stands, so that the last may be just below. */
export function rowsInSight(topPx: number, { rows, openingPx }: VirtualScroll): { from: number; to: number } {
  const from = Math.floor(topPx / ROW_PX);
  return { from: Math.min(from, rows), to: Math.min(rows, from + mostInSight({ openingPx })) };
}

/** Moves the list as little as possible so that a row is wholly in sight. */
export function topPxShowing(position: number, topPx: number, geometry: VirtualScroll): number {
  const rowPx = position * ROW_PX;
  const lowest = rowPx + ROW_PX - geometry.openingPx;
  return withinPx(Math.max(lowest, Math.min(topPx, rowPx)), geometry);
}
