import { z } from 'zod';
import { day, dayBeginsMs } from '../core/text.ts';

/** Days of a chart: as long as edits and changes of other people are kept. */
export const DAYS_SHOWN = 30;

/** A number of edits on one day of this computer's calendar. */
export const dayCount = z.object({ day, count: z.number() });
export type DayCount = Readonly<z.infer<typeof dayCount>>;

/** A day from its beginning to before its end, in milliseconds since 1970. */
export type DaySpan = { readonly day: string; readonly fromMs: number; readonly beforeMs: number };

/** The day of this computer's calendar. */
export function dayAt(atMs: number): string {
  const at = new Date(atMs);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The last days up to today, oldest first. A day has 23 to 25 hours where clocks change. */
export const lastDays = (nowMs: number, count = DAYS_SHOWN): readonly DaySpan[] => {
  const today = dayAt(nowMs);
  return Array.from({ length: count }, (_, place) => {
    const fromMs = dayBeginsMs(today, place + 1 - count);
    return { day: dayAt(fromMs), fromMs, beforeMs: dayBeginsMs(today, place + 2 - count) };
  });
};

/** Counts times by day; a time outside the days counts nowhere. */
export function countedByDay(days: readonly DaySpan[], timesMs: Iterable<number>): DayCount[] {
  const counts = new Map(days.map(({ day: one }) => [one, 0]));
  for (const atMs of timesMs) {
    const one = dayAt(atMs);
    const known = counts.get(one);
    if (known !== undefined) counts.set(one, known + 1);
  }
  return [...counts].map(([one, count]) => ({ day: one, count }));
}
