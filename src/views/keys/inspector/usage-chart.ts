import type { Forecast, UsageRun } from '../../../domain/keys/key-usage.ts';

/** The chart shows a forecast up to this multiple of the watched time. */
const FURTHEST = 1.5;
const HEADROOM = 1.25;

type UsageChart = {
  readonly bounds: Bounds;
  readonly uses: string;
  readonly limit: string;
  /** The area between the earliest and the latest end; null without a forecast. */
  readonly cone: string | null;
  readonly likely: string | null;
  /** The position of the latest sample. */
  readonly last: readonly [string, string] | null;
  /** The height of the current limit; null without one. */
  readonly limitY: number | null;
};

/** @returns the shapes of the chart: the uses of a key, its limit and its forecast */
export function usageChart(
  runs: readonly UsageRun[],
  limit: number | null,
  forecast: Forecast,
  frame: Frame,
): UsageChart {
  const bounds = boundsOf(runs, limit, forecast);
  const last = runs.at(-1);
  const limits = runs.flatMap((run): readonly Level[] => (run.limit === null ? [] : [{ ...run, value: run.limit }]));
  const to = (atMs: number): string =>
    last === undefined || limit === null
      ? ''
      : points(
          [
            { atMs: last.toMs, value: last.uses },
            { atMs, value: limit },
          ],
          bounds,
          frame,
        );
  const isEnding = forecast.kind === 'runsOut' && last !== undefined && limit !== null;
  return {
    bounds,
    uses: linePoints(
      runs.map((run) => ({ ...run, value: run.uses })),
      bounds,
      frame,
    ),
    limit: stepPoints(limits, bounds, frame),
    cone: isEnding ? `${to(forecast.fromMs)} ${flat(forecast.toMs ?? bounds.toMs * 2, limit, bounds, frame)}` : null,
    likely: isEnding ? to(forecast.aboutMs) : null,
    last: last === undefined ? null : halves(points([{ atMs: last.toMs, value: last.uses }], bounds, frame)),
    limitY: limit === null ? null : place({ atMs: bounds.fromMs, value: limit }, bounds, frame)[1],
  };
}

const flat = (atMs: number, value: number, bounds: Bounds, frame: Frame): string =>
  points([{ atMs, value }], bounds, frame);

const halves = (point: string): readonly [string, string] => {
  const [x = '0', y = '0'] = point.split(',');
  return [x, y];
};

function boundsOf(runs: readonly UsageRun[], limit: number | null, forecast: Forecast): Bounds {
  const fromMs = runs[0]?.fromMs ?? 0;
  const lastMs = runs.at(-1)?.toMs ?? 0;
  const highest = Math.max(1, limit ?? 0, ...runs.map((run) => Math.max(run.uses, run.limit ?? 0)));
  const watchedMs = Math.max(1, lastMs - fromMs);
  const wantedMs = forecast.kind === 'runsOut' ? (forecast.toMs ?? forecast.aboutMs) : lastMs;
  return { fromMs, toMs: Math.min(wantedMs, lastMs + watchedMs * FURTHEST), top: highest * HEADROOM };
}

/** One value over a span of time. */
type Level = { readonly fromMs: number; readonly toMs: number; readonly value: number };

type Bounds = { readonly fromMs: number; readonly toMs: number; readonly top: number };
export type Frame = { readonly width: number; readonly height: number };

type Point = { readonly atMs: number; readonly value: number };

/** @returns the position of a value in a drawing whose upper left corner is 0,0 */
export function place({ atMs, value }: Point, bounds: Bounds, frame: Frame): readonly [number, number] {
  const across = (atMs - bounds.fromMs) / Math.max(1, bounds.toMs - bounds.fromMs);
  const up = value / Math.max(1, bounds.top);
  return [rounded(across * frame.width), rounded((1 - up) * frame.height)];
}

/** Points for an SVG polyline that joins both ends of each level by straight lines. */
export const linePoints = (levels: readonly Level[], bounds: Bounds, frame: Frame): string =>
  points(
    levels.flatMap(({ fromMs, toMs, value }) => [
      { atMs: fromMs, value },
      { atMs: toMs, value },
    ]),
    bounds,
    frame,
  );

/** Points for an SVG polyline that holds each level until the next one begins. */
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
