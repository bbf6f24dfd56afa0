import type { MessagePort } from 'node:worker_threads';
import { z } from 'zod';
import { logLevel } from '../../../src/contract/app.ts';
import { deleteMirror } from '../../database/mirror/delete-mirror.ts';
import { eraseRecords } from '../../database/outbox/erase-records.ts';
import type { Connection } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import type { OpenProfile } from '../../database/profile/open-profile.ts';
import { marksTable } from '../../database/mirror/marks-table.ts';
import { fileNotesTable } from '../../database/profile/file-notes-table.ts';
import { fileMark } from '../../../src/domain/files/file-marks.ts';
import { groupNamesTable } from '../../database/profile/group-names-table.ts';
import { starsTable } from '../../database/profile/stars-table.ts';
import { draftsTable } from '../../database/profile/drafts-table.ts';
import { connectionsTable, preferencesTable, selfTestsTable } from '../../database/profile/profile-tables.ts';
import type { HostAbilities } from '../../host.ts';
import { requestLine } from '../../ipc/diagnostics/diagnostics-handlers.ts';
import type { HandlerContext } from '../../ipc/handler-context.ts';
import { crashReports, removeCrashReports } from '../../hosting/crash-reports.ts';
import { environmentFetch } from '../../remote/environment-fetch.ts';
import { localhostFetch } from '../../remote/localhost-fetch.ts';
import { GatewayImages } from '../../remote/gateway-images.ts';
import { accountOf } from '../../remote/token.ts';
import type { ActivityLog } from '../../sync/activity/activity-log.ts';
import { Connections } from '../../sync/connection/connections.ts';
import type { ConnectionsPorts } from '../../sync/connection/running-connections.ts';
import { cleanUpSelfTest } from '../../sync/connection/self-test.ts';
import { systemClock, systemRandom } from '../clock.ts';
import { hostFetch, openAddress, openFolder, type VaultClient } from '../host-client.ts';
import { type Report, send } from '../thread-messages.ts';
import { type BoundTokens, boundTokens } from './bound-tokens.ts';
import type { SnapshotsClient } from './clients.ts';
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
type GivenPorts = Omit<ConnectionsPorts, keyof BoundTokens | OwnPorts> & {
  /** Listens to erasures in the mirror. */
  readonly erased: () => void;
  /** Listens to erasures of what a person typed and nobody sent. */
  readonly wordsErased: () => void;
  /** Erases from the copies of the outbox what was erased from it. */
  readonly eraseFromSnapshots: SnapshotsClient['erase'];
  readonly activity: ActivityLog;
  /** Listens to complete pulls; the next piece of work waits for it. */
  readonly pulled: (connection: Connection, signal: AbortSignal) => Promise<void>;
};

export type ComposedConnections = {
  readonly connections: Connections;
  readonly context: Pick<HandlerContext, RemoteContext | 'selfTests' | 'withholdToken'>;
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
  const connections = new Connections({
    ...given,
    ...tokens,
    table,
    clock: { ...systemClock, hasPendingMessages },
    random: systemRandom,
    accountOf,
    serviceFor: (connection, token) => services.serviceFor(connection, token),
    setPace: (connection) => services.setPace(connection),
    eraseLocalWords: (id) => {
      eraseLocalWords(profile, id);
      given.wordsErased();
      given.eraseFromSnapshots((copy) => connectionsTable(copy).remove(id));
    },
    eraseCopy: (id) => eraseCopy(profile, given, id),
    emptyCopy: (id) => emptyCopy(profile, given, id),
    stateChanged: (id, state) => given.activity.stateChanged(id, state),
    afterCheck: async (sync, signal) => {
      given.activity.checked(sync.connection().id);
      await cleanUpSelfTest({ ...sync, selfTests }, signal);
      await given.pulled(sync.connection(), signal);
    },
    report,
  });
  return { connections, context: { ...remoteContext(services, environment), selfTests, withholdToken } };
}

/** Deletes what a person typed and marked here and nobody sent; the erasure of the copy takes the traces. */
function eraseLocalWords({ mirror, outbox }: OpenProfile, id: ConnectionId): void {
  draftsTable(outbox).discardAll(id);
  starsTable(outbox).discardAll(id);
  fileNotesTable(outbox).discardAll(id);
  groupNamesTable(outbox).discardAll(id);
  for (const mark of fileMark.options) marksTable(mirror).replace(id, mark, []);
}

/** Empties a mirror that is taken anew. */
function emptyCopy({ mirror }: OpenProfile, { tables, activity, erased }: GivenPorts, id: ConnectionId): void {
  try {
    deleteMirror(mirror, () => tables.files.wipe(id));
  } finally {
    activity.copyErased(id);
    erased();
  }
}

/** A fetch through the proxy and with the certificates of this computer. */
export const fetchOf = ({ host, port }: Pick<WriterEnvironment, 'host' | 'port'>): typeof globalThis.fetch =>
  host.canFetch ? hostFetch(port) : localhostFetch(environmentFetch(process.env));

/** Deletes a mirror, and what the outbox holds of it. */
function eraseCopy(
  { mirror, outbox }: OpenProfile,
  { tables, activity, erased, eraseFromSnapshots }: GivenPorts,
  id: ConnectionId,
): void {
  try {
    deleteMirror(mirror, () => {
      tables.files.wipe(id);
      tables.keys.wipe(id);
    });
    eraseRecords(outbox, id);
    eraseFromSnapshots((copy) => eraseRecords(copy, id));
  } finally {
    activity.copyErased(id);
    erased();
  }
}

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
