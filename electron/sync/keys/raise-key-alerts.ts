import { alertChange, FEWEST_USES_TO_WATCH, type KeyAlert } from '../../../src/domain/keys/key-alert.ts';
import { forecastOf } from '../../../src/domain/keys/key-usage.ts';
import { useLimit, type ApiKey } from '../../../src/domain/keys/api-key.ts';
import type { ConnectionId, KeyId } from '../../../src/domain/core/ids.ts';
import type { KeysTable } from '../../database/mirror/mirror.ts';
import type { Clock } from '../ports.ts';
import { slicesOf } from '../yielding.ts';

export type KeyAlertPorts = {
  readonly keys: Pick<KeysTable, 'watched' | 'used'>;
  readonly alerts: {
    list(id: ConnectionId): readonly KeyAlert[];
    change(id: ConnectionId, raised: readonly KeyAlert[], cleared: readonly Pick<KeyAlert, 'keyId' | 'kind'>[]): void;
  };
  readonly clock: Pick<Clock, 'yieldToEventLoop'>;
  readonly horizonDays: () => number;
  /** Listens to alerts that came or went. */
  readonly changed: () => void;
  /** Notifies the person of new alerts, all of one check together. */
  readonly notify: (raised: readonly KeyAlert[]) => void;
};

/**
 * After a scan of the keys: stores the alerts that are new, in slices, then notifies the person once. Missing keys keep theirs.
 */
export async function raiseKeyAlerts(ports: KeyAlertPorts, connectionId: ConnectionId, nowMs: number): Promise<void> {
  const { alerts, keys, clock, changed, notify } = ports;
  const present = Map.groupBy(alerts.list(connectionId), ({ keyId }) => keyId);
  const raised: KeyAlert[] = [];
  try {
    for await (const ids of slicesOf(clock, keys.watched(connectionId, FEWEST_USES_TO_WATCH, [...present.keys()]))) {
      const change = changesOf(ports, connectionId, { ids, present, nowMs });
      if (change.raised.length === 0 && change.cleared.length === 0) continue;
      // Stored first: after a crash in between an alert is shown without a notification, and never notified twice.
      alerts.change(connectionId, change.raised, change.cleared);
      raised.push(...change.raised);
      changed();
    }
  } finally {
    // Also where a full disk ends the slices: what is stored is raised no second time.
    if (raised.length > 0) notify(raised);
  }
}

type Cleared = Pick<KeyAlert, 'keyId' | 'kind'>;
type Slice = {
  readonly ids: readonly KeyId[];
  readonly present: ReadonlyMap<KeyId, readonly KeyAlert[]>;
  readonly nowMs: number;
};

/** The alerts that a check raises and clears for some keys. */
function changesOf({ keys, horizonDays }: KeyAlertPorts, connectionId: ConnectionId, { ids, present, nowMs }: Slice) {
  const raised: KeyAlert[] = [];
  const cleared: Cleared[] = [];
  for (const id of ids) {
    const used = keys.used(connectionId, id);
    if (used === null) continue;
    const forecast = forecastOf(used.key, used.runs);
    const change = alertChange({ ...used, forecast }, present.get(id) ?? [], { nowMs, horizonDays: horizonDays() });
    const runsOutMs = forecast.kind === 'runsOut' ? forecast.aboutMs : null;
    raised.push(
      ...change.raise.map((kind): KeyAlert => ({ ...factsOf(used.key), kind, runsOutMs, raisedAtMs: nowMs })),
    );
    cleared.push(...change.clear.map((kind) => ({ keyId: id, kind })));
  }
  return { raised, cleared };
}

const factsOf = (key: ApiKey) => ({
  keyId: key.id,
  name: key.name,
  uses: key.uses ?? 0,
  limit: useLimit(key) ?? 0,
  dismissed: false,
});
