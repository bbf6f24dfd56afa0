import { DAY_MS, HOUR_MS } from '../core/durations.ts';
import { z } from 'zod';
import { type ApiKey, isExhausted, isLimited, keyRow, useLimit } from './api-key.ts';

/** A usage run: every check from `fromMs` to `toMs` found the same count of uses and the same limit. */
export const usageRun = z
  .object({
    fromMs: z.number(),
    toMs: z.number(),
    uses: z.number(),
    /** By `useLimit`: null while the key was unlimited. */
    limit: z.number().nullable(),
  })
  .readonly();
export type UsageRun = z.infer<typeof usageRun>;

/** The runs since the count last fell, which was a reset: earlier ones say nothing about the pace. */
export function sinceReset(runs: readonly UsageRun[]): readonly UsageRun[] {
  const reset = runs.findLastIndex((run, place) => run.uses < (runs[place - 1]?.uses ?? 0));
  return reset < 0 ? runs : runs.slice(reset);
}

/**
 * Since when a key is known to be unused: since its present count was first seen, or since it was created for a limited key
 * that was never used. Unknown for an unlimited key without uses: a service may count those of limited keys only.
 *
 * @param countSinceMs when the present count was first seen, in milliseconds since 1970; null when it never was
 * @param hasFallen whether a higher count was ever seen
 * @returns milliseconds since 1970; null when unknown
 */
export function idleSinceMs(
  key: Pick<ApiKey, 'uses' | 'maxUses' | 'createdAt'>,
  countSinceMs: number | null,
  hasFallen: boolean,
): number | null {
  if (key.uses === null) return null;
  if (key.uses > 0 || hasFallen) return countSinceMs;
  const createdMs = key.createdAt === null ? Number.NaN : Date.parse(key.createdAt);
  if (!isLimited(key)) return null;
  return Number.isNaN(createdMs) ? countSinceMs : createdMs;
}

/** Only the pace of this recent time counts: an older one says less about the next days. */
const WINDOW_MS = 30 * DAY_MS;
const SHORTEST_MS = HOUR_MS;
const SHORTEST_QUIET_MS = DAY_MS;
const FEWEST_RUNS = 3;
/** Fewer uses make no forecast. */
export const FEWEST_USES = 3;
const MOST_PARTS = 12;
/** A latest time beyond this many times the likely one is not given. */
const WIDEST = 5;
/** A likely time further away is not given: a key with a limit of a billion ends after the last date (ECMA-262, Time Range). */
export const FURTHEST_YEARS = 100;
const FURTHEST_MS = FURTHEST_YEARS * 365 * DAY_MS;

/** When a key will have no uses left, in milliseconds since 1970; nine out of ten fall between `fromMs` and `toMs`. */
export const forecast = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unlimited') }),
  /** Revoked, or used up already. */
  z.object({ kind: z.literal('over') }),
  z.object({ kind: z.literal('notEnoughData'), observedMs: z.number(), usesSeen: z.number() }),
  /** Observed for a day or longer without a use; the whole of that time, also of before the time that counts for a pace. */
  z.object({ kind: z.literal('quiet'), observedMs: z.number() }),
  /** At this pace its uses last for more than `FURTHEST_YEARS`. */
  z.object({ kind: z.literal('farAway'), usesPerDay: z.number(), observedMs: z.number() }),
  z.object({
    kind: z.literal('runsOut'),
    aboutMs: z.number(),
    fromMs: z.number(),
    /** null when the pace is too uncertain for a latest time. */
    toMs: z.number().nullable(),
    usesPerDay: z.number(),
    observedMs: z.number(),
  }),
]);
export type Forecast = Readonly<z.infer<typeof forecast>>;

/** A key with its usage samples, oldest first, and its forecast. */
export const usedKey = keyRow.extend({ runs: z.array(usageRun).readonly(), forecast });
export type UsedKey = Readonly<z.infer<typeof usedKey>>;

/**
 * Forecasts from the present count and limit and the pace since the last reset. A reset or a higher limit counts from the
 * check that saw it.
 *
 * @param runs oldest first
 */
export function forecastOf(key: Pick<ApiKey, 'uses' | 'maxUses' | 'revoked'>, runs: readonly UsageRun[]): Forecast {
  const limit = useLimit(key);
  if (key.revoked || isExhausted(key)) return { kind: 'over' };
  if (limit === null) return { kind: 'unlimited' };
  const sinceFall = merged(sinceReset(runs));
  const seen = recent(sinceFall);
  const [first, last] = [seen.at(0), seen.at(-1)];
  if (first === undefined || last === undefined) return { kind: 'notEnoughData', observedMs: 0, usesSeen: 0 };
  const observedMs = last.toMs - first.fromMs;
  const usesSeen = last.uses - first.uses;
  const quietMs = last.toMs - (sinceFall.at(-1)?.fromMs ?? last.fromMs);
  if (usesSeen === 0 && quietMs >= SHORTEST_QUIET_MS) return { kind: 'quiet', observedMs: quietMs };
  if (seen.length < FEWEST_RUNS || observedMs < SHORTEST_MS || usesSeen < FEWEST_USES)
    return { kind: 'notEnoughData', observedMs, usesSeen };
  const usesLeft = limit - last.uses;
  const perMs = usesSeen / observedMs;
  if (usesLeft / perMs > FURTHEST_MS) return { kind: 'farAway', usesPerDay: perMs * DAY_MS, observedMs };
  return { kind: 'runsOut', ...timesLeft(seen, usesLeft, { observedMs, usesSeen }), observedMs };
}

function recent(runs: readonly UsageRun[]): readonly UsageRun[] {
  const beginMs = (runs.at(-1)?.toMs ?? 0) - WINDOW_MS;
  return runs.filter((run) => run.toMs > beginMs).map((run) => ({ ...run, fromMs: Math.max(run.fromMs, beginMs) }));
}

/** A run ends also where only the limit changed, which is no news of the pace. */
function merged(runs: readonly UsageRun[]): readonly UsageRun[] {
  const all: UsageRun[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    if (last?.uses === run.uses) all[all.length - 1] = { ...last, toMs: run.toMs };
    else all.push(run);
  }
  return all;
}

/**
 * Models uses as arrivals at a steady pace in bursts, with the burstiness measured from the runs. The bounds cover the
 * uncertainty of the pace and the chance of the time left (a quadratic in the time left).
 */
function timesLeft(runs: readonly UsageRun[], usesLeft: number, seen: { observedMs: number; usesSeen: number }) {
  const endMs = runs.at(-1)?.toMs ?? 0;
  const perMs = seen.usesSeen / seen.observedMs;
  const { burstiness, certainty } = scatterOf(runs, seen);
  const spread = certainty ** 2 * burstiness * perMs;
  const bend = perMs ** 2 - spread / seen.observedMs;
  const slope = 2 * usesLeft * perMs + spread;
  const root = Math.sqrt(spread * (4 * usesLeft * perMs + spread + (4 * usesLeft ** 2) / seen.observedMs));
  const aboutLeftMs = usesLeft / perMs;
  const latestMs = bend > 0 ? (slope + root) / (2 * bend) : Infinity;
  return {
    aboutMs: endMs + aboutLeftMs,
    fromMs: endMs + (2 * usesLeft ** 2) / (slope + root),
    toMs: latestMs > WIDEST * aboutLeftMs ? null : endMs + latestMs,
    usesPerDay: perMs * DAY_MS,
  };
}

/** Student's t, one-sided 95 %, by degrees of freedom from 1 (NIST/SEMATECH e-Handbook, 1.3.6.7.2). */
const T_95 = [6.31, 2.92, 2.35, 2.13, 2.02, 1.94, 1.89, 1.86, 1.83, 1.81, 1.8] as const;
const NORMAL_95 = 1.645;

/** The variance of the uses in equal parts of the time, relative to that of a Poisson process. */
function scatterOf(runs: readonly UsageRun[], { observedMs, usesSeen }: { observedMs: number; usesSeen: number }) {
  const parts = Math.min(MOST_PARTS, runs.length - 1);
  const beginMs = runs[0]?.fromMs ?? 0;
  const ends = Array.from({ length: parts + 1 }, (_, end) => usesAt(runs, beginMs + (observedMs * end) / parts));
  const mean = usesSeen / parts;
  const squares = ends.slice(1).map((end, part) => (end - (ends[part] ?? 0) - mean) ** 2);
  const variance = squares.reduce((sum, square) => sum + square, 0) / (parts - 1);
  return { burstiness: Math.max(1, variance / mean), certainty: T_95[parts - 2] ?? NORMAL_95 };
}

/** The count at a time, spread evenly between two checks that found different counts. */
function usesAt(runs: readonly UsageRun[], atMs: number): number {
  const next = runs.find((run) => atMs <= run.toMs) ?? runs.at(-1);
  if (next === undefined) return 0;
  const before = runs[runs.indexOf(next) - 1];
  if (before === undefined || atMs >= next.fromMs) return next.uses;
  const share = (atMs - before.toMs) / (next.fromMs - before.toMs);
  return before.uses + share * (next.uses - before.uses);
}
