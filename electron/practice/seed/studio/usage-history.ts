import type { StoredKey } from '../../tables/records.ts';
import { type Random, seededBytes, seededRandom } from '../random.ts';
import { type Pace, studioPaces } from './studio-keys.ts';

const DAY_MS = 86_400_000;
const DAYS = 90;

/** The count of uses of a key as it stood at a time, made up. */
export type PastCount = { readonly atMs: number; readonly uses: number };
export type UsageHistory = { readonly keyId: string; readonly counts: readonly PastCount[] };

/** The uses of one day, relative to those of other days. @param day 0 for the first of the 90 */
const PACES: Record<Pace, (day: number, random: Random) => number> = {
  steady: (day, random) => (day % 7 < 5 ? 1 : 0.25) * (0.6 + 0.8 * random.next()),
  rising: (day, random) => (0.3 + (day / DAYS) * 1.4) * (0.7 + 0.6 * random.next()),
  bursts: (_, random) => (random.chance(0.18) ? 4 + 4 * random.next() : 0.05),
  lately: (day, random) => (day < DAYS - 16 ? 0.08 : 2 + 3 * random.next()),
  idle: () => 0,
};

/**
 * A made-up history of the studio's keys: one count a day over the last 90 days, none before the creation of the key. The
 * counts rise to the present one, which stands some hours before `nowMs`.
 */
export function usageHistory(seed: number, keys: Iterable<StoredKey>, nowMs: number): readonly UsageHistory[] {
  const paces = studioPaces(seed);
  return Array.from(keys).flatMap((key) => {
    const pace = paces.get(key.id);
    return pace === undefined ? [] : [{ keyId: key.id, counts: countsOf(key, pace, nowMs) }];
  });
}

function countsOf(key: StoredKey, pace: Pace, nowMs: number): readonly PastCount[] {
  const random = seededRandom(seededBytes('usage', key.id));
  const ageDays = Math.floor((nowMs - Date.parse(key.createdAt)) / DAY_MS);
  const days = Math.min(DAYS, ageDays);
  const weights = Array.from({ length: DAYS }, (_, day) => PACES[pace](day, random)).slice(DAYS - days);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  // An older key had uses before the window.
  const inWindow = pace === 'idle' ? 0 : key.uses * Math.min(1, DAYS / Math.max(ageDays, 1));
  let passed = 0;
  return weights.map((weight, day) => {
    passed += weight;
    const left = whole === 0 ? 0 : inWindow * (1 - passed / whole);
    return { atMs: nowMs - (days - 1 - day) * DAY_MS - DAY_MS / 8, uses: Math.max(Math.round(key.uses - left), 0) };
  });
}
