import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/core/durations.ts';
import { count, date, dayAndTime, plural } from '../../../components/format.ts';
import { FEWEST_USES, type Forecast, FURTHEST_YEARS, type UsageRun } from '../../../domain/keys/key-usage.ts';

const MONTH_MS = 30 * DAY_MS;

const UNITS = [
  { name: 'months', ms: MONTH_MS, from: 3 },
  { name: 'days', ms: DAY_MS, from: 2 },
  { name: 'hours', ms: HOUR_MS, from: 2 },
  { name: 'minutes', ms: MINUTE_MS, from: 0 },
] as const;
type Unit = (typeof UNITS)[number];

const unitOf = (ms: number): Unit => UNITS.find(({ ms: unitMs, from }) => ms >= from * unitMs) ?? UNITS[3];
const numberIn = (ms: number, unit: Unit): number => Math.max(0, Math.round(ms / unit.ms));
const named = (number: number, { name }: Unit): string => forecastMessages.units[name](number);

type Sample = { readonly uses: string; readonly when: string };

export const forecastMessages = {
  units: {
    months: (number: number) => plural(number, 'month', 'months'),
    days: (number: number) => plural(number, 'day', 'days'),
    hours: (number: number) => plural(number, 'hour', 'hours'),
    minutes: (number: number) => plural(number, 'minute', 'minutes'),
  } satisfies Record<Unit['name'], (number: number) => string>,
  notEnoughData: 'not enough data for a forecast',
  quiet: (duration: string) => `no use seen for ${duration}`,
  anyTime: 'may run out any time now',
  farAway: (years: number) => `lasts for more than ${count(years)} years`,
  left: (about: string, from: string, to: string | null) =>
    `about ${about} left (${from} ${to === null ? 'or more' : `to ${to}`})`,
  reason: {
    unlimited: 'This key has no limit of uses.',
    over: 'This key can no longer be used, so nothing is forecast.',
    tooShort:
      'Pinfold has watched this key for less than an hour, or since its uses were reset. A forecast needs at least three uses, found by checks over an hour or more.',
    tooFew: (duration: string, uses: number) =>
      `Pinfold has watched this key for ${duration} and seen ${plural(uses, 'use', 'uses')}. A forecast needs at least three.`,
    oneCheck: (duration: string, uses: number) =>
      `Pinfold has watched this key for ${duration} and seen ${plural(uses, 'use', 'uses')}, all at one check. A forecast needs uses that two checks or more have found.`,
    quiet: 'At this pace it does not run out.',
    farAway: (pace: string, duration: string, years: number) =>
      `${pace}, seen over ${duration}. If that goes on, it lasts for more than ${count(years)} years.`,
    runsOut: (pace: string, duration: string, end: string) =>
      `${pace}, seen over ${duration}. If that goes on, nine times out of ten its end is ${end}.`,
  },
  end: (from: string, to: string | null) => (to === null ? `not before ${from}` : `${from} to ${to}`),
  perDay: (uses: number) => `${plural(uses, 'use', 'uses')} a day`,
  perWeek: (uses: number) => `${plural(uses, 'use', 'uses')} a week`,
  noSample: 'No sample of its uses yet.',
  timeline: (first: Sample, last: Sample, resets: number, limit: number | null) => {
    const fell = resets === 0 ? '' : resets === 1 ? ', reset once' : `, reset ${count(resets)} times`;
    const most = limit === null ? 'no limit' : `limit ${count(limit)}`;
    return `Uses over time: ${first.uses} (${first.when}), ${last.uses} (${last.when})${fell}; ${most}.`;
  },
} as const;

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
      return forecastMessages.notEnoughData;
    case 'quiet':
      return forecastMessages.quiet(durationMessage(forecast.observedMs));
    case 'farAway':
      return forecastMessages.farAway(FURTHEST_YEARS);
    case 'runsOut':
      return runningOut(forecast, nowMs);
  }
}

function runningOut({ aboutMs, fromMs, toMs }: Extract<Forecast, { kind: 'runsOut' }>, nowMs: number): string {
  if (aboutMs <= nowMs) return forecastMessages.anyTime;
  const unit = unitOf(aboutMs - nowMs);
  const about = named(numberIn(aboutMs - nowMs, unit), unit);
  const from = count(numberIn(fromMs - nowMs, unit));
  return forecastMessages.left(about, from, toMs === null ? null : count(numberIn(toMs - nowMs, unit)));
}

/** @returns the evidence of a forecast, and what it assumes */
export function forecastReasonMessage(forecast: Forecast, nowMs: number): string {
  switch (forecast.kind) {
    case 'unlimited':
      return forecastMessages.reason.unlimited;
    case 'over':
      return forecastMessages.reason.over;
    case 'notEnoughData':
      return tooLittle(forecast);
    case 'quiet':
      return forecastMessages.reason.quiet;
    case 'farAway': {
      const { usesPerDay, observedMs } = forecast;
      return forecastMessages.reason.farAway(pace(usesPerDay), durationMessage(observedMs), FURTHEST_YEARS);
    }
    case 'runsOut': {
      const { fromMs, toMs, usesPerDay, observedMs } = forecast;
      const end = forecastMessages.end(when(fromMs, nowMs), toMs === null ? null : when(toMs, nowMs));
      return forecastMessages.reason.runsOut(pace(usesPerDay), durationMessage(observedMs), end);
    }
  }
}

/** Three uses over an hour make no forecast where one check found all of them: they have no pace. */
function tooLittle({ observedMs, usesSeen }: Extract<Forecast, { kind: 'notEnoughData' }>): string {
  const { tooShort, tooFew, oneCheck } = forecastMessages.reason;
  if (observedMs < HOUR_MS) return tooShort;
  return (usesSeen < FEWEST_USES ? tooFew : oneCheck)(durationMessage(observedMs), usesSeen);
}

const when = (atMs: number, nowMs: number): string =>
  Math.abs(atMs - nowMs) < 2 * DAY_MS ? dayAndTime(atMs, nowMs) : date(atMs, nowMs);

const pace = (perDay: number): string =>
  perDay >= 10
    ? forecastMessages.perDay(Math.round(perDay))
    : forecastMessages.perWeek(Math.round(perDay * 7 * 10) / 10);

/** @returns the chart in words, for a screen reader */
export function usageTimelineMessage(runs: readonly UsageRun[], limit: number | null, nowMs: number): string {
  const [first, last] = [runs.at(0), runs.at(-1)];
  if (first === undefined || last === undefined) return forecastMessages.noSample;
  const resets = runs.filter((run, number) => run.uses < (runs[number - 1]?.uses ?? 0)).length;
  return forecastMessages.timeline(
    { uses: count(first.uses), when: dayAndTime(first.fromMs, nowMs) },
    { uses: count(last.uses), when: dayAndTime(last.toMs, nowMs) },
    resets,
    limit,
  );
}
