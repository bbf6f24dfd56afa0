import type { BrowserWindow, Display } from 'electron';
import type { ShellMemory } from './shell-memory.ts';
import { arrangementOf, beside, reachable, type WindowPlace } from './window-place.ts';

type Displays = readonly Pick<Display, 'bounds' | 'workArea'>[];
type Placed = Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized'>;
type Bounds = Partial<Omit<WindowPlace, 'isMaximized'>>;

/**
 * Makes a window at its place, and keeps the place that it has when it is closed.
 *
 * @param make given the bounds, or none for the system's choice
 */
export function windowInPlace<Window extends Placed & Pick<BrowserWindow, 'on' | 'once' | 'maximize'>>(
  make: (bounds: Bounds) => Window,
  memory: Pick<ShellMemory, 'placeOn' | 'keepPlace'>,
  displays: () => Displays,
  front: Placed | null,
): Window {
  const { isMaximized = false, ...bounds } = placeFor(memory, displays(), front) ?? {};
  const window = make(bounds);
  if (isMaximized) window.once('show', () => window.maximize());
  keepPlaceOf(window, memory, displays);
  return window;
}

/**
 * The place of a new window: beside the one in front, else where the last one was closed on these displays.
 *
 * @returns null for the system's choice
 */
export function placeFor(
  memory: Pick<ShellMemory, 'placeOn'>,
  displays: Displays,
  front: Placed | null,
): WindowPlace | null {
  const place = front === null ? memory.placeOn(arrangementOf(displays)) : beside(placeOf(front));
  return place === null ? null : reachable(place, displays);
}

/** Keeps the place of a window that is closed. */
export function keepPlaceOf(
  window: Placed & Pick<BrowserWindow, 'on'>,
  memory: Pick<ShellMemory, 'keepPlace'>,
  displays: () => Displays,
): void {
  window.on('close', () => memory.keepPlace(arrangementOf(displays()), placeOf(window)));
}

const placeOf = (window: Placed): WindowPlace => ({ ...window.getNormalBounds(), isMaximized: window.isMaximized() });
