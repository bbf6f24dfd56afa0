import type { MessagePort } from 'node:worker_threads';
import type { Preferences } from '../src/contract/app.ts';
import type { Connection } from '../src/domain/connection.ts';
import { systemClock } from './clock.ts';
import { keyAlertsTable } from './database/key-alerts-table.ts';
import { keyViews } from './database/key-views.ts';
import type { KeysTable } from './database/mirror-types.ts';
import type { OpenProfile } from './database/open.ts';
import { keyNotice } from './ipc/key-notice.ts';
import type { Announce, WriterSlices } from './ipc/slices.ts';
import { say } from './ipc/thread-port.ts';
import { watchKeys } from './sync/watch-keys.ts';

type Surroundings = {
  readonly profile: OpenProfile;
  readonly keys: KeysTable;
  readonly preferences: { read(): Preferences };
  readonly announce: Announce;
  readonly port: MessagePort;
};

/** Watches the keys of every connection, and tells what is new on screen and, if wanted, through the system. */
export function keyWatch({ profile, keys, preferences, announce, port }: Surroundings) {
  const alerts = keyAlertsTable(profile.outbox);
  return {
    slices: {
      keyAlerts: alerts,
      keysHere: (id, query) => keyViews(profile.mirror).chosen(id, query, systemClock.nowMs()),
    } satisfies Partial<WriterSlices>,
    checked: ({ id, name }: Connection): void => {
      const { keyAlertDays, keyNotices } = preferences.read();
      const tell: Parameters<typeof watchKeys>[0]['tell'] = (raised) => {
        announce('keyAlerts.changed');
        if (keyNotices) say(port, { kind: 'noticed', notice: keyNotice(name, raised) });
      };
      watchKeys({ keys, alerts, horizonDays: () => keyAlertDays, tell }, id, systemClock.nowMs());
    },
  };
}
