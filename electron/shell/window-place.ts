import { z } from 'zod';

type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Where a window stood while it was neither maximised nor full screen, in device-independent pixels. */
export const windowPlace = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1).max(100_000),
  height: z.number().int().min(1).max(100_000),
  isMaximized: z.boolean(),
});
export type WindowPlace = Readonly<z.infer<typeof windowPlace>>;

/** The displays as they stand beside each other: a laptop on a desk is another arrangement than the same one on a train. */
export const arrangementOf = (displays: readonly { readonly bounds: Area }[]): string =>
  displays
    .map(({ bounds: { x, y, width, height } }) => [x, y, width, height].join(','))
    .toSorted()
    .join(' ');

/** So much of the bar of a window has to lie on a display: enough to take hold of it. */
const HOLD = { width: 160, height: 32 };

/** A further window stands beside the one in front, so that both can be seen. */
const STEP_PX = 28;

/** @returns null where nobody could take hold of the window */
export function reachable(place: WindowPlace, displays: readonly { readonly workArea: Area }[]): WindowPlace | null {
  const canHold = displays.some(({ workArea }) => {
    const left = Math.max(place.x, workArea.x);
    const right = Math.min(place.x + place.width, workArea.x + workArea.width);
    const bottom = workArea.y + workArea.height;
    return right - left >= HOLD.width && place.y >= workArea.y && place.y + HOLD.height <= bottom;
  });
  return canHold ? place : null;
}

/** The place of a further window. @param front the place of the window in front */
export const beside = (front: WindowPlace): WindowPlace => ({
  ...front,
  x: front.x + STEP_PX,
  y: front.y + STEP_PX,
  isMaximized: false,
});
