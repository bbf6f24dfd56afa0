import { alertChange, FEWEST_USES_TO_WATCH, type KeyAlert } from '../../../src/domain/keys/key-alert.ts';
import { forecastOf } from '../../../src/domain/keys/key-usage.ts';
import { useLimit, type ApiKey } from '../../../src/domain/keys/api-key.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import type { KeysTable } from '../../database/mirror/mirror.ts';

export type KeyAlertPorts = {
  readonly keys: Pick<KeysTable, 'watched'>;
  readonly alerts: {
    list(id: ConnectionId): readonly KeyAlert[];
    change(id: ConnectionId, raised: readonly KeyAlert[], cleared: readonly Pick<KeyAlert, 'keyId' | 'kind'>[]): void;
  };
  readonly horizonDays: () => number;
  /** Listens to alerts that came or went. */
  readonly changed: () => void;
  /** Notifies the person of new alerts, all of one check together. */
  readonly notify: (raised: readonly KeyAlert[]) => void;
};

/** After a scan of the keys: stores the alerts that are new, then notifies the person once. Missing keys keep theirs. */
export function raiseKeyAlerts(ports: KeyAlertPorts, connectionId: ConnectionId, nowMs: number): void {
  const present = ports.alerts.list(connectionId);
  const raised: KeyAlert[] = [];
  const cleared: Pick<KeyAlert, 'keyId' | 'kind'>[] = [];
  const watched = ports.keys.watched(
    connectionId,
    FEWEST_USES_TO_WATCH,
    present.map(({ keyId }) => keyId),
  );
  for (const { key, runs } of watched) {
    const before = present.filter(({ keyId }) => keyId === key.id);
    const forecast = forecastOf(key, runs);
    const change = alertChange({ key, runs, forecast }, before, { nowMs, horizonDays: ports.horizonDays() });
    const runsOutMs = forecast.kind === 'runsOut' ? forecast.aboutMs : null;
    raised.push(...change.raise.map((kind): KeyAlert => ({ ...factsOf(key), kind, runsOutMs, raisedAtMs: nowMs })));
    cleared.push(...change.clear.map((kind) => ({ keyId: key.id, kind })));
  }
  if (raised.length === 0 && cleared.length === 0) return;
  // Stored first: after a crash in between an alert is shown without a notification, and never notified twice.
  ports.alerts.change(connectionId, raised, cleared);
  ports.changed();
  if (raised.length > 0) ports.notify(raised);
}

const factsOf = (key: ApiKey) => ({
  keyId: key.id,
  name: key.name,
  uses: key.uses ?? 0,
  limit: useLimit(key) ?? 0,
  dismissed: false,
});
