import { z } from 'zod';
import { DAY_MS } from '../core/durations.ts';
import { keyId } from '../core/ids.ts';
import type { KeyRow } from './api-key.ts';
import type { Forecast } from './key-usage.ts';

/** A key whose end is this near is told on the screens that tell of few keys. */
export const RUNS_OUT_SOON_MS = 30 * DAY_MS;

const MOST_LISTED = 25;

const usedUpKey = z.object({
  id: keyId,
  name: z.string().nullable(),
  /** When its last use was first seen; null when unknown. */
  atMs: z.number().nullable(),
});

const endingKey = z.object({
  id: keyId,
  name: z.string().nullable(),
  /** As in a forecast. */
  aboutMs: z.number(),
  fromMs: z.number(),
  toMs: z.number().nullable(),
});
export type EndingKey = Readonly<z.infer<typeof endingKey>>;

/** Listed keys that are used up, and those with a forecast end; at most 25 of each are named, and all are counted. */
export const keyRunOuts = z.object({
  /** Newest first. */
  usedUp: z.array(usedUpKey),
  usedUpKeys: z.number(),
  /** The next end first. */
  ending: z.array(endingKey),
  /** The likely end of each of them, also of those that are not named; the next first. */
  endsMs: z.array(z.number()),
});
export type KeyRunOuts = Readonly<z.infer<typeof keyRunOuts>>;

/** The number of keys whose end is near. */
export const endingSoon = ({ endsMs }: Pick<KeyRunOuts, 'endsMs'>, nowMs: number): number =>
  endsMs.filter((aboutMs) => aboutMs - nowMs < RUNS_OUT_SOON_MS).length;

/** Whether a forecast could give this key an end. */
export const canRunOut = ({ condition, missingSinceMs }: KeyRow): boolean =>
  condition === 'limited' && missingSinceMs === null;

/** @param forecasts of the keys that can run out */
export function runOutsOf(
  keys: readonly KeyRow[],
  forecasts: readonly { readonly key: KeyRow['key']; readonly forecast: Forecast }[],
): KeyRunOuts {
  const usedUp = keys
    .filter(({ condition, missingSinceMs }) => condition === 'exhausted' && missingSinceMs === null)
    .map(({ key: { id, name }, idleSinceMs }) => ({ id, name, atMs: idleSinceMs }))
    .toSorted((a, b) => (b.atMs ?? 0) - (a.atMs ?? 0) || (a.id < b.id ? -1 : 1));
  const ending = forecasts
    .flatMap(({ key: { id, name }, forecast }): readonly EndingKey[] =>
      forecast.kind === 'runsOut'
        ? [{ id, name, aboutMs: forecast.aboutMs, fromMs: forecast.fromMs, toMs: forecast.toMs }]
        : [],
    )
    .toSorted((a, b) => a.aboutMs - b.aboutMs || (a.id < b.id ? -1 : 1));
  return {
    usedUp: usedUp.slice(0, MOST_LISTED),
    usedUpKeys: usedUp.length,
    ending: ending.slice(0, MOST_LISTED),
    endsMs: ending.map(({ aboutMs }) => aboutMs),
  };
}
