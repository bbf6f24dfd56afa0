import { DAY_MS } from '../core/durations.ts';
import { z } from 'zod';
import { keyId } from '../core/ids.ts';
import { type ApiKey, useLimit } from './api-key.ts';
import type { Forecast, UsageRun } from './key-usage.ts';

/** The kinds of alert: most uses are gone, or the forecast says that the rest will be within the chosen horizon. */
export const keyAlertKind = z.enum(['share', 'forecast']);
export type KeyAlertKind = z.infer<typeof keyAlertKind>;

/** Share of the uses that raises the `share` alert. */
export const ALERT_SHARE = 0.8;
/** Keys with fewer uses raise no alert: at 80 % no time is left to act, and one key for each upload is common. */
export const FEWEST_USES_TO_WATCH = 5;
/** Forecasts waver: one has to leave the horizon by this factor before the same alert can be raised again. */
const CLEARED_BEYOND = 1.25;

/** The horizon of forecast alerts in days, 1 to 90. */
export const alertHorizonDays = z.number().int().min(1).max(90);

/** A raised alert, with the key's facts at that time. */
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

/** One raising of an alert: a key that was reset raises the same alert again. */
export const raisedAlert = keyAlert.unwrap().pick({ keyId: true, kind: true, raisedAtMs: true }).readonly();
export type RaisedAlert = z.infer<typeof raisedAlert>;

/** A key with what alerts depend on; `runs` are oldest first. */
export type WatchedKey = {
  readonly key: ApiKey;
  readonly runs: readonly UsageRun[];
  readonly forecast: Forecast;
};

/** Where a key stands before an alert's line: `across` was seen crossing it, `beyond` never before it; `unclear` changes nothing. */
type KeyAlertStatus = 'short' | 'across' | 'beyond' | 'unclear';

/** The alerts to raise and to clear. */
export type AlertChange = { readonly raise: readonly KeyAlertKind[]; readonly clear: readonly KeyAlertKind[] };

/** An alert that is raised and not cleared, with the count of uses that it was raised at. */
type PresentAlert = Pick<KeyAlert, 'kind' | 'raisedAtMs' | 'uses'>;

/**
 * The alerts that a check raises and clears for one key. An alert is raised once; a reset, a higher limit or a slower pace
 * clears it, so that it can be raised again.
 *
 * @param raised alerts of the key that are raised and not cleared
 */
export function alertChange(
  watched: WatchedKey,
  raised: readonly PresentAlert[],
  { nowMs, horizonDays }: { readonly nowMs: number; readonly horizonDays: number },
): AlertChange {
  const { key } = watched;
  const statusOf = (kind: KeyAlertKind): KeyAlertStatus => {
    if (!isWatched(key)) return 'short';
    // An answer that leaves the uses out says nothing of them.
    if (key.uses === null) return 'unclear';
    if (kind === 'share') return shareStatus(watched, key.uses);
    return forecastStatus(watched, raised, nowMs, horizonDays * DAY_MS);
  };
  const kinds = raised.map(({ kind }) => kind);
  return {
    raise: keyAlertKind.options.filter((kind) => !kinds.includes(kind) && statusOf(kind) === 'across'),
    clear: kinds.filter((kind) => statusOf(kind) === 'short'),
  };
}

const isWatched = (key: ApiKey): boolean => !key.revoked && (useLimit(key) ?? 0) >= FEWEST_USES_TO_WATCH;

const shareOf = ({ uses, limit }: Pick<UsageRun, 'uses' | 'limit'>): number => (limit === null ? 0 : uses / limit);

function shareStatus({ key, runs }: WatchedKey, uses: number): KeyAlertStatus {
  if (shareOf({ uses, limit: useLimit(key) }) < ALERT_SHARE) return 'short';
  return runs.some((run) => shareOf(run) < ALERT_SHARE) ? 'across' : 'beyond';
}

function forecastStatus(
  { runs, forecast }: WatchedKey,
  raised: readonly PresentAlert[],
  nowMs: number,
  horizonMs: number,
): KeyAlertStatus {
  if (forecast.kind === 'over') return 'unclear';
  // After a reset the alert may be raised again; after an absence there is no pace, and the alert stays.
  if (forecast.kind === 'notEnoughData') {
    const alert = raised.find(({ kind }) => kind === 'forecast');
    return alert !== undefined && wasReset(runs, alert) ? 'short' : 'unclear';
  }
  if (forecast.kind !== 'runsOut') return 'short';
  const leftMs = forecast.aboutMs - nowMs;
  if (leftMs <= horizonMs) return 'across';
  return leftMs > horizonMs * CLEARED_BEYOND ? 'short' : 'unclear';
}

/** Whether the count has fallen since an alert was raised, also where a new mirror has no run from before the fall. */
function wasReset(runs: readonly UsageRun[], { raisedAtMs, uses }: PresentAlert): boolean {
  const later = runs.filter(({ fromMs }) => fromMs > raisedAtMs);
  return later.some((run, place) => run.uses < (later[place - 1]?.uses ?? uses));
}
