import { count, date, dayAndTime } from '../../../components/format.ts';
import type { Forecast, UsageRun } from '../../../domain/keys/key-usage.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MONTH_MS = 30 * DAY_MS;

const UNITS = [
  { ms: MONTH_MS, from: 3, one: 'month', many: 'months' },
  { ms: DAY_MS, from: 2, one: 'day', many: 'days' },
  { ms: HOUR_MS, from: 2, one: 'hour', many: 'hours' },
  { ms: MINUTE_MS, from: 0, one: 'minute', many: 'minutes' },
] as const;
type Unit = (typeof UNITS)[number];

const unitOf = (ms: number): Unit => UNITS.find(({ ms: unitMs, from }) => ms >= from * unitMs) ?? UNITS[3];
const numberIn = (ms: number, unit: Unit): number => Math.max(0, Math.round(ms / unit.ms));
const named = (number: number, { one, many }: Unit): string => `${count(number)} ${number === 1 ? one : many}`;

/** "12 days", "3 hours" */
export const durationMessage = (ms: number): string => {
  const unit = unitOf(ms);
  return named(numberIn(ms, unit), unit);
};

/** @returns the duration the uses last, as in "about 6 days left (4 to 9)"; null for an unlimited or used-up key */
export function forecastMessage(forecast: Forecast, nowMs: number): string | null {
  switch (forecast.kind) {
    case 'unlimited':
    case 'over':
      return null;
    case 'notEnoughData':
      return 'not enough data for a forecast';
    case 'quiet':
      return `no use seen for ${durationMessage(forecast.observedMs)}`;
    case 'runsOut':
      return runningOut(forecast, nowMs);
  }
}

function runningOut({ aboutMs, fromMs, toMs }: Extract<Forecast, { kind: 'runsOut' }>, nowMs: number): string {
  if (aboutMs <= nowMs) return 'may run out any time now';
  const unit = unitOf(aboutMs - nowMs);
  const about = named(numberIn(aboutMs - nowMs, unit), unit);
  const from = count(numberIn(fromMs - nowMs, unit));
  return `about ${about} left (${from} ${toMs === null ? 'or more' : `to ${count(numberIn(toMs - nowMs, unit))}`})`;
}

/** @returns the evidence of a forecast, and what it assumes */
export function forecastReasonMessage(forecast: Forecast, nowMs: number): string {
  switch (forecast.kind) {
    case 'unlimited':
      return 'This key has no limit of uses.';
    case 'over':
      return 'This key can no longer be used, so nothing is forecast.';
    case 'notEnoughData':
      return forecast.observedMs < HOUR_MS
        ? 'Pinfold has watched this key for less than an hour, or since its uses were reset. A forecast needs at least three uses, found by checks over an hour or more.'
        : `Pinfold has watched this key for ${durationMessage(forecast.observedMs)} and seen ${count(forecast.usesSeen)} ${forecast.usesSeen === 1 ? 'use' : 'uses'}. A forecast needs at least three.`;
    case 'quiet':
      return 'At this pace it does not run out.';
    case 'runsOut': {
      const { fromMs, toMs, usesPerDay, observedMs } = forecast;
      const end =
        toMs === null ? `not before ${when(fromMs, nowMs)}` : `${when(fromMs, nowMs)} to ${when(toMs, nowMs)}`;
      return `${pace(usesPerDay)}, seen over ${durationMessage(observedMs)}. If that goes on, nine times out of ten its end is ${end}.`;
    }
  }
}

const when = (atMs: number, nowMs: number): string =>
  Math.abs(atMs - nowMs) < 2 * DAY_MS ? dayAndTime(atMs, nowMs) : date(atMs, nowMs);

const pace = (perDay: number): string =>
  perDay >= 10 ? `${count(Math.round(perDay))} uses a day` : `${count(Math.round(perDay * 7 * 10) / 10)} uses a week`;

/** @returns the chart in words, for a screen reader */
export function usageTimelineMessage(runs: readonly UsageRun[], limit: number | null, nowMs: number): string {
  const [first, last] = [runs.at(0), runs.at(-1)];
  if (first === undefined || last === undefined) return 'No sample of its uses yet.';
  const most = limit === null ? 'no limit' : `limit ${count(limit)}`;
  const resets = runs.filter((run, number) => run.uses < (runs[number - 1]?.uses ?? 0)).length;
  const fell = resets === 0 ? '' : resets === 1 ? ', reset once' : `, reset ${count(resets)} times`;
  return `Uses over time: ${count(first.uses)} on ${dayAndTime(first.fromMs, nowMs)}, ${count(last.uses)} on ${dayAndTime(last.toMs, nowMs)}${fell}; ${most}.`;
}
