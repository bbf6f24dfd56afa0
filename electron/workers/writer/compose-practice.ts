import type { Connection } from '../../../src/domain/connections/connection.ts';
import { earlierUsesTable } from '../../database/keys/keys-table.ts';
import { groupNamesTable } from '../../database/profile/group-names-table.ts';
import type { Announce } from '../../ipc/handler-context.ts';
import type { Connections } from '../../sync/connection/connections.ts';
import type { EditQueue } from '../../sync/outbox/edit-queue.ts';
import type { Changed } from '../../sync/ports.ts';
import { PracticeClient } from '../practice/client.ts';
import { workerProgram } from '../worker-client.ts';
import type { WriterEnvironment } from './compose-connections.ts';

const practiceProgram = workerProgram(import.meta.url, '../../practice/process.ts', 'practice');

type Given = {
  readonly announce: Announce;
  readonly connections: () => Connections;
  readonly queue: () => EditQueue;
};

/** Makes the practice service's client and hands it its ports. */
export function composePractice(environment: WriterEnvironment, { announce, ...given }: Given): PracticeClient {
  const { profile, profileDirectory, report, practiceBeginsEmpty } = environment;
  const groupNames = groupNamesTable(profile.outbox);
  return new PracticeClient({
    ...{ profileDirectory, report, ...given },
    workerUrl: practiceProgram,
    announce: () => announce('status.changed'),
    announceEdits: () => {
      for (const name of ['files.changed', 'changes.changed', 'status.changed'] as const) announce(name);
    },
    nameGroups: ({ id }, names) => {
      for (const name of names) groupNames.put(id, name);
      announce('groupNames.changed');
    },
    earlierUses: earlierUsesTable(profile.mirror),
    beginsEmpty: practiceBeginsEmpty,
  });
}

type Heard = {
  readonly announce: (changed: Changed) => void;
  readonly checked: (connection: Connection) => Promise<void>;
  readonly pulled: (connection: Connection) => void;
};

/** What connections say, heard by practice and then by everybody else. */
export const practiceListeners = (practice: () => PracticeClient, { announce, checked, pulled }: Heard) => ({
  announce: (name: Changed): void => {
    announce(name);
    if (name === 'status.changed') practice().statusChanged();
  },
  // Alerts are raised from the uses, so practice adds its own first.
  keysChecked: async (connection: Connection): Promise<void> => {
    practice().keysChecked(connection);
    await checked(connection);
  },
  pulled: async (connection: Connection, signal: AbortSignal): Promise<void> => {
    await practice().pulled(connection, signal);
    pulled(connection);
  },
});
