import type { MessagePort } from 'node:worker_threads';
import type { Preferences } from '../../../src/contract/app.ts';
import type { Connection } from '../../../src/domain/connections/connection.ts';
import { systemClock } from '../clock.ts';
import { keyAlertsTable } from '../../database/keys/key-alerts-table.ts';
import { keyQueries } from '../../database/keys/key-queries.ts';
import type { KeysTable } from '../../database/mirror/mirror.ts';
import type { OpenProfile } from '../../database/profile/open-profile.ts';
import { keyAlertNotification } from '../../ipc/keys/key-alert-notification.ts';
import type { Announce, HandlerContext } from '../../ipc/handler-context.ts';
import { send } from '../thread-messages.ts';
import { raiseKeyAlerts } from '../../sync/keys/raise-key-alerts.ts';

type KeyEnvironment = {
  readonly profile: OpenProfile;
  readonly keys: KeysTable;
  readonly preferences: { read(): Preferences };
  readonly announce: Announce;
  readonly port: MessagePort;
};

/** Raises key alerts after each scan of keys: on screen and, by preference, as notifications of the system. */
export function composeKeys({ profile, keys, preferences, announce, port }: KeyEnvironment) {
  const alerts = keyAlertsTable(profile.outbox);
  return {
    context: {
      keyAlerts: alerts,
      keysHere: (id, query) => keyQueries(profile.mirror).chosen(id, query, systemClock.nowMs()),
    } satisfies Partial<HandlerContext>,
    checked: ({ id, name }: Connection): void => {
      const { keyAlertDays, keyNotices } = preferences.read();
      const notify: Parameters<typeof raiseKeyAlerts>[0]['notify'] = (raised) => {
        announce('keyAlerts.changed');
        if (keyNotices) send(port, { kind: 'noticed', notice: keyAlertNotification(name, raised) });
      };
      raiseKeyAlerts({ keys, alerts, horizonDays: () => keyAlertDays, notify }, id, systemClock.nowMs());
    },
  };
}
