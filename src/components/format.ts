import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/core/durations.ts';

/** The formats of one locale; making one reads tables of the system, so each is made once. */
const formatsOf = (locale: string) => ({
  whole: new Intl.NumberFormat(locale),
  noDigit: new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }),
  oneDigit: new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }),
  clock: new Intl.DateTimeFormat(locale, { timeStyle: 'short' }),
  toTheSecond: new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }),
  dayOfYear: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }),
  day: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }),
  weekday: new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' }),
  monthOfYear: new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
  // The narrow German minute is an "m", which nobody reads as one.
  ago: new Intl.RelativeTimeFormat(locale, { style: locale.startsWith('de') ? 'short' : 'narrow', numeric: 'always' }),
  byName: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
  pluralForm: new Intl.PluralRules(locale),
  both: new Intl.ListFormat(locale),
  either: new Intl.ListFormat(locale, { type: 'disjunction' }),
});

let locale = 'en-GB';
let made: ReturnType<typeof formatsOf> | null = null;
const formats = (): ReturnType<typeof formatsOf> => (made ??= formatsOf(locale));

/** Chooses the locale of all dates, numbers and lists. Called once, before anything is shown. */
export function formatIn(chosen: string): void {
  locale = chosen;
  made = null;
}

/** A line never breaks between a number and its unit (Unicode, U+00A0). */
const NO_BREAK = '\u00a0';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

export const count = (number: number): string => formats().whole.format(number);

/** A number that a service may leave out, which is not none. */
export const countOrUnknown = (number: number | null): string => (number === null ? '?' : count(number));

/** Whether the locale's rule for a number of things asks for the singular. */
export const isOne = (number: number): boolean => formats().pluralForm.select(number) === 'one';

/** "1 file", "2,300 files". */
export const plural = (number: number, one: string, many: string): string =>
  `${count(number)} ${isOne(number) ? one : many}`;

/** "a, b and c" */
export const listed = (parts: readonly string[]): string => formats().both.format(parts);

/** "a, b or c" */
export const listedOr = (parts: readonly string[]): string => formats().either.format(parts);

/** A size in decimal units, as on the bills of services. */
export function bytes(sizeBytes: number): string {
  const fits = UNITS.findIndex((_, step) => Math.round(sizeBytes / 1_000 ** step) < 1_000);
  const step = fits < 0 ? UNITS.length - 1 : fits;
  const scaled = sizeBytes / 1_000 ** step;
  return `${(scaled < 100 && step > 0 ? formats().oneDigit : formats().noDigit).format(scaled)}${NO_BREAK}${UNITS[step]}`;
}

/** "14:02" */
export const clockTime = (atMs: number): string => formats().clock.format(atMs);

/** "14:02:09" */
export const clockTimeToTheSecond = (atMs: number): string => formats().toTheSecond.format(atMs);

/** "14:02" today, "yesterday 18:40", "12 Nov 18:40", "12 Nov 2025 18:40". */
export function moment(atMs: number, nowMs: number): string {
  const days = daysBetween(atMs, nowMs);
  if (days === 0) return clockTime(atMs);
  if (days === 1) return `${formats().byName.format(-1, 'day')} ${clockTime(atMs)}`;
  return `${date(atMs, nowMs)} ${clockTime(atMs)}`;
}

/** `moment` with the word for today: "today 14:02". */
export const dayAndTime = (atMs: number, nowMs: number): string =>
  daysBetween(atMs, nowMs) === 0 ? `${formats().byName.format(0, 'day')} ${clockTime(atMs)}` : moment(atMs, nowMs);

/** "12 Nov"; "12 Nov 2025" in another year. */
export const date = (atMs: number, nowMs: number): string =>
  (new Date(atMs).getFullYear() === new Date(nowMs).getFullYear() ? formats().dayOfYear : formats().day).format(atMs);

/** "Nov 2026" of "2026-11". */
export const monthName = (month: string): string => formats().monthOfYear.format(Date.parse(`${month}-01T00:00:00Z`));

/** A share from 0 to 1: "41 %". Only the whole is 100 %, and only nothing is 0 %. */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return `<1${NO_BREAK}%`;
  return `${formats().noDigit.format(share < 1 ? Math.min(99, Math.round(share * 100)) : 100)}${NO_BREAK}%`;
}

/** "now", "5 min ago", "3 days ago", and after a week the date. */
export function relativeAge(atMs: number, nowMs: number): string {
  const passedMs = Math.max(0, nowMs - atMs);
  if (passedMs < MINUTE_MS) return formats().byName.format(0, 'second');
  if (passedMs < HOUR_MS) return formats().ago.format(-Math.floor(passedMs / MINUTE_MS), 'minute');
  if (passedMs < DAY_MS) return formats().ago.format(-Math.floor(passedMs / HOUR_MS), 'hour');
  if (passedMs < 7 * DAY_MS) return formats().ago.format(-Math.floor(passedMs / DAY_MS), 'day');
  return date(atMs, nowMs);
}

/**
 * The duration until a time: "40 s", "5 min", "3 h"; at least one second, and never less than is left. No days: German would
 * bend them after "in".
 */
export function until(atMs: number, nowMs: number): string {
  const seconds = Math.max(1, Math.ceil((atMs - nowMs) / 1_000));
  if (seconds < 90) return `${seconds}${NO_BREAK}s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return `${minutes}${NO_BREAK}min`;
  return `${count(Math.ceil(minutes / 60))}${NO_BREAK}h`;
}

/** How long something took: "0.2 s", "5 min", "3 h 2 min", "2 days". */
export function duration(tookMs: number): string {
  const seconds = Math.max(0, tookMs) / 1_000;
  if (seconds < 90) return `${rounded(seconds, seconds < 10 ? 1 : 0)}${NO_BREAK}s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes}${NO_BREAK}min`;
  if (minutes >= 48 * 60) return days(Math.round(minutes / (24 * 60)));
  const rest = minutes % 60 === 0 ? '' : ` ${minutes % 60}${NO_BREAK}min`;
  return `${Math.floor(minutes / 60)}${NO_BREAK}h${rest}`;
}

const rounded = (value: number, maximumFractionDigits: number): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits }).format(value);

const days = (number: number): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(number);

/** "Sunday 22 November" */
export const wholeDay = (atMs: number): string => formats().weekday.format(atMs);

/** Calendar days from one time to another. */
export const daysApart = (atMs: number, nowMs: number): number => daysBetween(atMs, nowMs);

/**
 * JSON over several lines, for reading; text that is not JSON stays as it is, and so does JSON that would be written
 * otherwise: a number beyond what a double holds would be rounded, or null.
 */
export function prettyJson(raw: string): string {
  try {
    const parsed: unknown = JSON.parse(raw);
    return JSON.stringify(parsed) === raw ? JSON.stringify(parsed, null, 2) : raw;
  } catch (error) {
    if (error instanceof SyntaxError) return raw;
    throw error;
  }
}

/** Days have 23 to 25 hours where clocks change, so calendar days are counted from noon to noon. */
function daysBetween(atMs: number, nowMs: number): number {
  const noon = (ms: number): number => new Date(ms).setHours(12, 0, 0, 0);
  return Math.round((noon(nowMs) - noon(atMs)) / DAY_MS);
}
