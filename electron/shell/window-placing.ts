import type { BrowserWindow, Display } from 'electron';
import type { ShellMemory } from './shell-memory.ts';
import { arrangementOf, beside, reachable, type WindowPlace } from './window-place.ts';

type Displays = readonly Pick<Display, 'bounds' | 'workArea'>[];
type Placed = Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized'>;

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
