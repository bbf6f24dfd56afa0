import { z } from 'zod';
import { useLimit, type ApiKey } from './api-key.ts';
import { keyId } from '../core/ids.ts';
import type { Forecast } from './key-forecast.ts';
import { sinceReset, type UsageRun } from './usage-samples.ts';

/** What a person is told of once: most of the uses are gone, or the rest will be within the time they chose. */
export const keyAlertKind = z.enum(['share', 'forecast']);
export type KeyAlertKind = z.infer<typeof keyAlertKind>;

export const ALERT_SHARE = 0.8;
/** With fewer uses there is nothing left to act in when 80 % are gone: one key for each upload is a common pattern. */
export const FEWEST_USES_TO_WATCH = 5;
/** A forecast wavers: it has to move away this far before coming back counts as new. */
const AWAY = 1.25;

export const alertHorizonDays = z.number().int().min(1).max(90);

/** A key that crossed a line, as it was then. */
export const keyAlert = z
  .object({
    keyId,
    kind: keyAlertKind,
    raisedAtMs: z.number(),
    name: z.string().nullable(),
    uses: z.number(),
    limit: z.number(),
    /** When it was forecast to run out; null without a forecast. */
    runsOutMs: z.number().nullable(),
    dismissed: z.boolean(),
  })
  .readonly();
export type KeyAlert = z.infer<typeof keyAlert>;

export type WatchedKey = {
  readonly key: ApiKey;
  readonly runs: readonly UsageRun[];
  readonly forecast: Forecast;
};

/** `across` was seen to cross; `beyond` was never seen on this side; `unclear` changes nothing. */
type KeyAlertStatus = 'short' | 'across' | 'beyond' | 'unclear';

export type AlertChange = { readonly raise: readonly KeyAlertKind[]; readonly clear: readonly KeyAlertKind[] };

/**
 * What is new about a key: raised once when it crosses a line, and armed again when it is back on the near side, by a
 * reset, a higher limit or a slower pace.
 *
 * @param raised what was raised for it and not cleared since
 */
export function alertChange(
  watched: WatchedKey,
  raised: readonly KeyAlertKind[],
  { nowMs, horizonDays }: { readonly nowMs: number; readonly horizonDays: number },
): AlertChange {
  const statuses: Readonly<Record<KeyAlertKind, KeyAlertStatus>> = {
    share: shareStatus(watched),
    forecast: forecastStatus(watched, nowMs, horizonDays * 86_400_000),
  };
  return {
    raise: keyAlertKind.options.filter((kind) => statuses[kind] === 'across' && !raised.includes(kind)),
    clear: raised.filter((kind) => statuses[kind] === 'short'),
  };
}

const isWatched = (key: ApiKey): boolean => !key.revoked && (useLimit(key) ?? 0) >= FEWEST_USES_TO_WATCH;

const shareOf = ({ uses, limit }: Pick<UsageRun, 'uses' | 'limit'>): number => (limit === null ? 0 : uses / limit);

function shareStatus({ key, runs }: WatchedKey): KeyAlertStatus {
  if (!isWatched(key) || shareOf({ uses: key.uses ?? 0, limit: useLimit(key) }) < ALERT_SHARE) return 'short';
  return runs.some((run) => shareOf(run) < ALERT_SHARE) ? 'across' : 'beyond';
}

function forecastStatus({ key, runs, forecast }: WatchedKey, nowMs: number, horizonMs: number): KeyAlertStatus {
  if (!isWatched(key)) return 'short';
  if (forecast.kind === 'over') return 'unclear';
  // After a reset there is a new story to tell; in a copy made anew it is the same one.
  if (forecast.kind === 'notEnoughData') return sinceReset(runs).length < runs.length ? 'short' : 'unclear';
  if (forecast.kind !== 'runsOut') return 'short';
  const leftMs = forecast.aboutMs - nowMs;
  if (leftMs <= horizonMs) return 'across';
  return leftMs > horizonMs * AWAY ? 'short' : 'unclear';
}
