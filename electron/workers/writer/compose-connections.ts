import type { MessagePort } from 'node:worker_threads';
import { z } from 'zod';
import { logLevel } from '../../../src/contract/app.ts';
import { deleteMirror } from '../../database/mirror/delete-mirror.ts';
import { eraseRecords } from '../../database/outbox/erase-records.ts';
import type { OpenProfile } from '../../database/profile/open-profile.ts';
import { connectionsTable, preferencesTable, selfTestsTable } from '../../database/profile/profile-tables.ts';
import type { HostAbilities } from '../../host.ts';
import { requestLine } from '../../ipc/diagnostics/diagnostics-handlers.ts';
import type { HandlerContext } from '../../ipc/handler-context.ts';
import { environmentFetch } from '../../remote/environment-fetch.ts';
import { readFileRow } from '../../remote/record-rows.ts';
import { accountOf } from '../../remote/token.ts';
import { Connections } from '../../sync/connection/connections.ts';
import type { ConnectionsPorts } from '../../sync/connection/running-connections.ts';
import { cleanUpSelfTest } from '../../sync/connection/self-test.ts';
import { systemClock, systemRandom } from '../clock.ts';
import { hostFetch, openFolder, type VaultClient } from '../host-client.ts';
import { type Report, send } from '../thread-messages.ts';
import { Services } from './services.ts';

type Vault = Pick<ConnectionsPorts, 'loadToken' | 'saveToken' | 'forgetToken'>;
type OwnPorts =
  | 'table'
  | 'clock'
  | 'chance'
  | 'accountOf'
  | 'serviceFor'
  | 'setPace'
  | 'eraseCopy'
  | 'received'
  | 'afterCheck'
  | 'report';
type GivenPorts = Omit<ConnectionsPorts, keyof Vault | OwnPorts> & {
  /** Listens to erasures in the mirror. */
  readonly erased: () => void;
};

export type ComposedConnections = {
  readonly connections: Connections;
  readonly context: Pick<HandlerContext, RemoteContext | 'selfTests'>;
};
type RemoteContext = 'probeAt' | 'diagnostics';

/** Makes the connections of the profile, and their services. */
export function composeConnections(environment: WriterEnvironment, given: GivenPorts): ComposedConnections {
  const { profile, report, port, host, hasPendingMessages } = environment;
  const preferences = preferencesTable(profile.outbox);
  const selfTests = selfTestsTable(profile.outbox);
  const { files, keys } = given.tables;
  const services = new Services({
    clock: systemClock,
    fetch: host.canFetch ? hostFetch(port) : environmentFetch(process.env),
    onRequest: (_id, request) => {
      const isWanted = loggingPreference.parse(preferences.get()).logLevel === 'requests';
      if (isWanted) send(port, { kind: 'logged', line: requestLine(request) });
    },
  });
  const connections = new Connections({
    ...given,
    ...vaultOf(environment),
    table: connectionsTable(profile.outbox),
    clock: { ...systemClock, hasPendingMessages },
    chance: systemRandom,
    accountOf,
    serviceFor: (connection, token) => services.serviceFor(connection, token),
    setPace: (connection) => services.setPace(connection),
    eraseCopy: (id) => {
      try {
        deleteMirror(profile.mirror, () => {
          files.wipe(id);
          keys.wipe(id);
        });
        eraseRecords(profile.outbox, id);
      } finally {
        given.erased();
      }
    },
    received: (raw, of) => readFileRow(JSON.parse(raw), of.network),
    afterCheck: (sync, signal) => cleanUpSelfTest({ ...sync, selfTests }, signal),
    report,
  });
  return { connections, context: { ...remoteContext(services, environment), selfTests } };
}

const remoteContext = (services: Services, { host, port }: WriterEnvironment): Pick<HandlerContext, RemoteContext> => ({
  probeAt: (baseUrl, token) => services.probeAt(baseUrl, token),
  diagnostics: {
    requests: (id) => services.requests(id),
    canOpenFolder: host.canOpenFolder,
    openFolder: () => openFolder(port),
  },
});

/** The log level, from the table for every request: a read takes microseconds, and a change counts at once. */
const loggingPreference = z.object({ logLevel }).catch({ logLevel: 'errors' });

/** The host keeps the tokens, by the id of their connection. */
const vaultOf = ({ vault }: WriterEnvironment): Vault => ({
  loadToken: (connectionId) => vault.ask({ verb: 'load', connectionId }),
  saveToken: async (connectionId, token) => void (await vault.ask({ verb: 'save', connectionId, token })),
  forgetToken: async (connectionId) => void (await vault.ask({ verb: 'forget', connectionId })),
});

export type WriterEnvironment = {
  readonly profile: OpenProfile;
  readonly profileDirectory: string;
  readonly downloadsDirectory: string;
  readonly vault: VaultClient;
  readonly report: Report;
  readonly port: MessagePort;
  readonly host: HostAbilities;
  /** Whether a message to this thread waits. */
  readonly hasPendingMessages: () => boolean;
};
