/** One value from one time to another. */
export type Level = { readonly fromMs: number; readonly toMs: number; readonly value: number };

export type Bounds = { readonly fromMs: number; readonly toMs: number; readonly top: number };
export type Frame = { readonly width: number; readonly height: number };

type Point = { readonly atMs: number; readonly value: number };

/** Where a value at a time lies in a drawing whose upper left corner is 0,0. */
export function place({ atMs, value }: Point, bounds: Bounds, frame: Frame): readonly [number, number] {
  const across = (atMs - bounds.fromMs) / Math.max(1, bounds.toMs - bounds.fromMs);
  const up = value / Math.max(1, bounds.top);
  return [rounded(across * frame.width), rounded((1 - up) * frame.height)];
}

/** Points for an SVG polyline: what was found at each end of each level, joined by straight lines. */
export const linePoints = (levels: readonly Level[], bounds: Bounds, frame: Frame): string =>
  points(
    levels.flatMap(({ fromMs, toMs, value }) => [
      { atMs: fromMs, value },
      { atMs: toMs, value },
    ]),
    bounds,
    frame,
  );

/** Points for an SVG polyline: each level until the next one begins. */
export const stepPoints = (levels: readonly Level[], bounds: Bounds, frame: Frame): string =>
  points(
    levels.flatMap(({ fromMs, value }, number) => [
      { atMs: fromMs, value },
      { atMs: levels[number + 1]?.fromMs ?? bounds.toMs, value },
    ]),
    bounds,
    frame,
  );

export const points = (line: readonly Point[], bounds: Bounds, frame: Frame): string =>
  line.map((point) => place(point, bounds, frame).join(',')).join(' ');

const rounded = (pixels: number): number => Math.round(pixels * 10) / 10;
