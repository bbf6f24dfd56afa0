import type { ConnectionId, KeyId } from '../../../src/domain/core/ids.ts';
import type { KeyRow } from '../../../src/domain/keys/api-key.ts';
import { canRunOut } from '../../../src/domain/keys/key-run-outs.ts';
import type { Forecast, UsedKey } from '../../../src/domain/keys/key-usage.ts';

/** A key that can run out, with its forecast. */
export type ForecastKey = { readonly key: KeyRow['key']; readonly forecast: Forecast };

/** Forecasts read the samples of one key each: between so many the thread answers other questions. */
const FORECASTS_AT_ONCE = 50;

type Work = {
  /** A key with its samples; null once the mirror is closed. */
  readonly used: (connectionId: ConnectionId, key: KeyRow) => UsedKey | null;
  readonly yieldToEventLoop: () => Promise<void>;
};

/**
 * The forecasts of the keys that can run out. Whoever asks for the same keys shares one computation: the list of keys and
 * the charts ask at the same time.
 *
 * @returns forecasts of `keys`, which must be the same array until a key changes
 */
export function keyForecasts({ used, yieldToEventLoop }: Work) {
  const cache = new Map<
    ConnectionId,
    { readonly keys: readonly KeyRow[]; readonly forecasts: Promise<readonly ForecastKey[]> }
  >();
  async function computed(connectionId: ConnectionId, keys: readonly KeyRow[]): Promise<readonly ForecastKey[]> {
    const forecasts: ForecastKey[] = [];
    for (const [place, key] of keys.filter(canRunOut).entries()) {
      if (place % FORECASTS_AT_ONCE === FORECASTS_AT_ONCE - 1) await yieldToEventLoop();
      const found = used(connectionId, key);
      if (found !== null) forecasts.push({ key: found.key, forecast: found.forecast });
    }
    return forecasts;
  }
  return (connectionId: ConnectionId, keys: readonly KeyRow[]): Promise<readonly ForecastKey[]> => {
    const cached = cache.get(connectionId);
    if (cached?.keys === keys) return cached.forecasts;
    const forecasts = computed(connectionId, keys).catch((error: unknown) => {
      cache.delete(connectionId);
      throw error;
    });
    cache.set(connectionId, { keys, forecasts });
    return forecasts;
  };
}

/** When each key with a forecast end has no uses left, in milliseconds since 1970. */
export const likelyEnds = (forecasts: readonly ForecastKey[]): ReadonlyMap<KeyId, number> =>
  new Map(forecasts.flatMap(({ key, forecast }) => (forecast.kind === 'runsOut' ? [[key.id, forecast.aboutMs]] : [])));
