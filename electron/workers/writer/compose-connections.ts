import type { MessagePort } from 'node:worker_threads';
import { z } from 'zod';
import { logLevel } from '../../../src/contract/app.ts';
import type { Connection } from '../../../src/domain/connections/connection.ts';
import type { OpenProfile } from '../../database/profile/open-profile.ts';
import { connectionsTable, preferencesTable, selfTestsTable } from '../../database/profile/profile-tables.ts';
import type { HostAbilities } from '../../host.ts';
import { requestLine } from '../../ipc/diagnostics/diagnostics-handlers.ts';
import type { HandlerContext } from '../../ipc/handler-context.ts';
import { crashReports, removeCrashReports } from '../../hosting/crash-reports.ts';
import { environmentFetch } from '../../remote/environment-fetch.ts';
import { localhostFetch } from '../../remote/localhost-fetch.ts';
import { GatewayImages } from '../../remote/gateway-images.ts';
import { accountOf } from '../../remote/token.ts';
import { Connections } from '../../sync/connection/connections.ts';
import type { ConnectionsPorts } from '../../sync/connection/running-connections.ts';
import { cleanUpSelfTest } from '../../sync/connection/self-test.ts';
import { systemClock, systemRandom } from '../clock.ts';
import { hostFetch, openAddress, openFolder, type VaultClient } from '../host-client.ts';
import { type Report, send } from '../thread-messages.ts';
import { type BoundTokens, boundTokens } from './bound-tokens.ts';
import { composeErasures, type ErasureContext, type ErasurePorts } from './compose-erasures.ts';
import { Services } from './services.ts';

type OwnPorts =
  | 'table'
  | 'clock'
  | 'random'
  | 'accountOf'
  | 'serviceFor'
  | 'setPace'
  | 'eraseCopy'
  | 'emptyCopy'
  | 'eraseLocalWords'
  | 'stateChanged'
  | 'afterCheck'
  | 'report';
type GivenPorts = Omit<ConnectionsPorts, keyof BoundTokens | OwnPorts> &
  ErasurePorts & {
    /** Listens to complete pulls; the next piece of work waits for it. */
    readonly pulled: (connection: Connection, signal: AbortSignal) => Promise<void>;
  };

export type ComposedConnections = {
  readonly connections: Connections;
  readonly context: Pick<HandlerContext, RemoteContext | 'selfTests' | 'withholdToken'> & {
    readonly erasures: ErasureContext;
  };
};
type RemoteContext = 'probeAt' | 'tryUpdateAt' | 'diagnostics' | 'gateways';

/** Makes the connections of the profile, and their services. */
export function composeConnections(environment: WriterEnvironment, given: GivenPorts): ComposedConnections {
  const { profile, report, port, hasPendingMessages } = environment;
  const preferences = preferencesTable(profile.outbox);
  const selfTests = selfTestsTable(profile.outbox);
  const table = connectionsTable(profile.outbox);
  const services = new Services({
    requestsPerMinute: environment.requestsPerMinute,
    clock: systemClock,
    fetch: fetchOf(environment),
    onRequest: (id, request) => {
      given.activity.requestEnded(id, request);
      const isWanted = loggingPreference.parse(preferences.get()).logLevel === 'requests';
      if (isWanted) send(port, { kind: 'logged', line: requestLine(request) });
    },
  });
  const { withholdToken, ...tokens } = boundTokens(environment.vault, table);
  const erasures = composeErasures(environment, given);
  const connections = new Connections({
    ...given,
    ...tokens,
    saveToken: (id, token) => {
      // Whoever signs in again wants the copy.
      erasures.context.settle(id);
      return tokens.saveToken(id, token);
    },
    table,
    clock: { ...systemClock, hasPendingMessages },
    random: systemRandom,
    accountOf,
    serviceFor: (connection, token) => services.serviceFor(connection, token),
    setPace: (connection) => services.setPace(connection),
    ...erasures.ports,
    stateChanged: (id, state) => given.activity.stateChanged(id, state),
    afterCheck: async (sync, signal) => {
      given.activity.checked(sync.connection().id);
      await cleanUpSelfTest({ ...sync, selfTests }, signal);
      await given.pulled(sync.connection(), signal);
    },
    report,
  });
  const remote = remoteContext(services, environment);
  return { connections, context: { ...remote, selfTests, withholdToken, erasures: erasures.context } };
}

/** A fetch through the proxy and with the certificates of this computer. */
export const fetchOf = ({ host, port }: Pick<WriterEnvironment, 'host' | 'port'>): typeof globalThis.fetch =>
  host.canFetch ? hostFetch(port) : localhostFetch(environmentFetch(process.env));

const remoteContext = (
  services: Services,
  { host, port, profileDirectory }: WriterEnvironment,
): Pick<HandlerContext, RemoteContext> => ({
  probeAt: (baseUrl, token) => services.probeAt(baseUrl, token),
  tryUpdateAt: (baseUrl, token, before) => services.tryUpdateAt(baseUrl, token, before),
  diagnostics: {
    requests: (id) => services.requests(id),
    crashes: () => crashReports(profileDirectory),
    removeCrashes: () => removeCrashReports(profileDirectory, 0),
    canOpenFolder: host.canOpenFolder,
    openFolder: () => openFolder(port, 'profile'),
  },
  gateways: gatewayContext({ host, port }),
});

function gatewayContext({ host, port }: Pick<WriterEnvironment, 'host' | 'port'>): HandlerContext['gateways'] {
  const images = new GatewayImages({ fetch: fetchOf({ host, port }), nowMs: systemClock.nowMs });
  return { fetchPicture: (url, cid) => images.fetch(url, cid), openAddress: (url) => openAddress(port, url) };
}

/** The log level, from the table for every request: a read takes microseconds, and a change counts at once. */
const loggingPreference = z.object({ logLevel }).catch({ logLevel: 'errors' });

export type WriterEnvironment = {
  readonly profile: OpenProfile;
  readonly profileDirectory: string;
  readonly downloadsDirectory: string;
  readonly vault: VaultClient;
  readonly report: Report;
  readonly port: MessagePort;
  readonly host: HostAbilities;
  readonly requestsPerMinute: number | undefined;
  readonly lastPlanId: number;
  readonly practiceBeginsEmpty: boolean;
  /** Whether a message to this thread waits. */
  readonly hasPendingMessages: () => boolean;
};
