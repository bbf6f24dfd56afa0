/**
 * When a day of this computer's calendar begins, in milliseconds since 1970.
 *
 * @param day "2026-01-31"
 * @param laterDays counted from it
 */
export function dayBeginsMs(day: string, laterDays = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + laterDays).getTime();
}
