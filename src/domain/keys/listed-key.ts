import { DAY_MS } from '../core/durations.ts';
import { z } from 'zod';
import { sortKey } from '../core/text.ts';
import { type KeyRow, keyRow } from './api-key.ts';
import { IDLE_DAYS } from './key-audit.ts';
import { RUNS_OUT_SOON_MS } from './key-run-outs.ts';
import { forecast, type UsageRun } from './key-usage.ts';
import { permissionGroupsOf } from './scopes.ts';

/** The time that the line of a row shows. */
export const LINE_DAYS = 90;
/** More points than this tell a person nothing on a line of 72 pixels. */
const MOST_POINTS = 36;

/** A key in the list of keys, with its forecast and the course of its uses. */
export const listedKey = keyRow.extend({
  forecast,
  /** The uses over the last 90 days: shares from 0 to 1 of the time and of the most uses. Empty without samples. */
  line: z.array(z.tuple([z.number(), z.number()])),
});
export type ListedKey = Readonly<z.infer<typeof listedKey>>;

/** The line of the uses over the last 90 days. @param runs oldest first */
export function usageLine(runs: readonly UsageRun[], limit: number | null, nowMs: number): ListedKey['line'] {
  const fromMs = nowMs - LINE_DAYS * DAY_MS;
  const recent = runs.filter(({ toMs }) => toMs >= fromMs);
  const step = Math.max(1, Math.ceil(recent.length / MOST_POINTS));
  const shown = recent.filter((_, place) => place % step === 0 || place === recent.length - 1);
  const most = Math.max(1, limit ?? 0, ...shown.map(({ uses }) => uses));
  const at = (atMs: number, uses: number): [number, number] => [
    Math.min(1, Math.max(0, (atMs - fromMs) / (nowMs - fromMs))),
    Math.min(1, Math.max(0, uses / most)),
  ];
  return shown.flatMap(({ fromMs: beganMs, toMs, uses }) => [at(Math.max(beganMs, fromMs), uses), at(toMs, uses)]);
}

/** A share of its uses from which a key with a limit needs a look. */
const NEARLY_USED = 0.5;

/**
 * The place of a key in the order "what needs a look": nearly used up or soon to be, the next end first; used up; mighty
 * and idle; the rest by name; and what can no longer be used. Compared part by part.
 *
 * @param endMs when it is likely to have no uses left; null without a forecast end
 */
export function lookOrder(row: KeyRow, endMs: number | null, nowMs: number): readonly (number | string)[] {
  const { key, condition, limit, idleSinceMs, missingSinceMs } = row;
  const name = key.name === null ? '\u{10ffff}' : sortKey(key.name);
  if (condition === 'revoked' || missingSinceMs !== null) return [4, 0, name];
  if (condition === 'exhausted') return [1, -(idleSinceMs ?? 0), name];
  const share = limit === null ? 0 : (key.uses ?? 0) / limit;
  const endsSoon = endMs !== null && endMs - nowMs < RUNS_OUT_SOON_MS;
  if (endsSoon || share >= NEARLY_USED) return [0, endMs ?? Infinity, -share, name];
  const isIdle = idleSinceMs !== null && nowMs - idleSinceMs >= IDLE_DAYS * DAY_MS;
  return [isIdle && permissionGroupsOf(key.scopesJson)[0] === 'everything' ? 2 : 3, 0, name];
}
