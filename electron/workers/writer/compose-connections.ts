import { z } from 'zod';
import { logLevel } from '../../../src/contract/app.ts';
import { deleteMirror } from '../../database/mirror/delete-mirror.ts';
import { connectionsTable } from '../../database/profile/connections-table.ts';
import { preferencesTable } from '../../database/profile/preferences-table.ts';
import { selfTestsTable } from '../../database/profile/self-tests-table.ts';
import { requestLine } from '../../ipc/diagnostics/diagnostics-report.ts';
import type { HandlerContext } from '../../ipc/handler-context.ts';
import { environmentFetch } from '../../remote/environment-fetch.ts';
import { readFileRow } from '../../remote/record-rows.ts';
import { accountOf } from '../../remote/token-claims.ts';
import { Connections } from '../../sync/connection/connections.ts';
import { cleanUpSelfTest } from '../../sync/connection/self-test.ts';
import { systemRandom, systemClock } from '../clock.ts';
import { openFolder } from '../host-client.ts';
import { hostFetch } from '../host-fetch.ts';
import { send } from '../thread-messages.ts';
import { Services } from './services.ts';
import type { MessagePort } from 'node:worker_threads';
import type { OpenProfile } from '../../database/profile/open-profile.ts';
import type { Report } from '../report-bugs.ts';
import type { VaultClient } from '../vault-client.ts';
import type { HostAbilities } from '../../host.ts';
import type { ConnectionsPorts } from '../../sync/connection/connections-ports.ts';

type Vault = Pick<ConnectionsPorts, 'loadToken' | 'saveToken' | 'forgetToken'>;
type World =
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
type Given = Omit<ConnectionsPorts, keyof Vault | World> & {
  /** Hears that something was erased from the copy. */
  readonly erased: () => void;
};

export type ComposedConnections = {
  readonly connections: Connections;
  readonly slices: Pick<HandlerContext, Asking | 'selfTests'>;
};
type Asking = 'probeAt' | 'diagnostics';

/** The connections of the profile, and the services they ask. */
export function composeConnections(surroundings: WriterEnvironment, given: Given): ComposedConnections {
  const { profile, report, port, host, hasPendingMessages: hasPendingMessages } = surroundings;
  const preferences = preferencesTable(profile.outbox);
  const selfTests = selfTestsTable(profile.outbox);
  const { files, keys } = given.tables;
  const services = new Services({
    clock: systemClock,
    fetch: host.canFetch ? hostFetch(port) : environmentFetch(process.env),
    onRequest: (_id, request) => {
      const isWanted = loudness.parse(preferences.get()).logLevel === 'requests';
      if (isWanted) send(port, { kind: 'logged', line: requestLine(request) });
    },
  });
  const connections = new Connections({
    ...given,
    ...vaultOf(surroundings),
    table: connectionsTable(profile.outbox),
    clock: { ...systemClock, hasPendingMessages: hasPendingMessages },
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
      } finally {
        given.erased();
      }
    },
    received: (raw, of) => readFileRow(JSON.parse(raw), of.network),
    afterCheck: (sync, signal) => cleanUpSelfTest({ ...sync, selfTests }, signal),
    report,
  });
  return { connections, slices: { ...slicesOf(services, surroundings), selfTests } };
}

const slicesOf = (services: Services, { host, port }: WriterEnvironment): Pick<HandlerContext, Asking> => ({
  probeAt: (baseUrl, token) => services.probeAt(baseUrl, token),
  diagnostics: {
    requests: (id) => services.requests(id),
    canOpenFolder: host.canOpenFolder,
    openFolder: () => openFolder(port),
  },
});

/** Read for every request: it is a matter of microseconds, and a change counts at once. */
const loudness = z.object({ logLevel }).catch({ logLevel: 'errors' });

/** Tokens rest with the host, and are asked for by the id of their connection. */
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
  /** Whether something has been said to this thread that it has not come to yet. */
  readonly hasPendingMessages: () => boolean;
};
