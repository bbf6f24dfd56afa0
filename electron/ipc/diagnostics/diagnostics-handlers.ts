import { arch, platform } from 'node:os';
import type { SyncStatus } from '../../../src/contract/connections.ts';
import { accountRefOf, type Capability, type Connection } from '../../../src/domain/connections/connection.ts';
import { ok } from '../../../src/domain/core/result.ts';
import { nameSearchOf } from '../../../src/domain/service/name-search.ts';
import type { LoggedRequest } from '../../../src/domain/service/remote-failure.ts';
import { statusOf } from '../connections/connection-handlers.ts';
import { type HandlerContext, withConnection } from '../handler-context.ts';
import type { SomeHandlers } from '../router.ts';

type Context = Pick<HandlerContext, 'clock' | 'connections' | 'diagnostics' | 'info' | 'queries'>;

/** The recent requests of a connection, and the report for support. */
export function diagnosticsHandlers(context: Context) {
  const { connections, queries, clock, info, diagnostics } = context;
  return {
    'diagnostics.get': ({ connectionId }) =>
      withConnection(context, connectionId, (connection) => {
        const requests = [...diagnostics.requests(connectionId)];
        const counts = queries.fileCounts(connectionId, accountRefOf(connection));
        const report = diagnosticsReport({
          ...{ connection, requests },
          version: info.version,
          warnings: info.warnings(),
          host: `${process.versions['electron'] ? `Electron ${process.versions['electron']}, ` : ''}Node ${process.versions.node}, ${platform()} ${arch()}`,
          nowMs: clock.nowMs(),
          status: statusOf(connections.running(connectionId), counts, connection),
        });
        return ok({ requests, report, crashes: [...diagnostics.crashes()], canOpenFolder: diagnostics.canOpenFolder });
      }),
    'diagnostics.removeCrashes': async () => {
      await diagnostics.removeCrashes();
      return ok(null);
    },
    'diagnostics.openFolder': async () => ok({ opened: await diagnostics.openFolder() }),
  } satisfies SomeHandlers;
}

type ReportFacts = {
  readonly version: string;
  /** Such as "Node 24.21.0, linux x64". */
  readonly host: string;
  readonly nowMs: number;
  readonly connection: Connection;
  readonly status: SyncStatus;
  readonly warnings: readonly string[];
  /** Newest first. */
  readonly requests: readonly LoggedRequest[];
};

const REPORTED_REQUESTS = 50;

/**
 * The text of a support request. The report omits the token, the account, the names of connections, files and keys, the
 * service's messages, typed patterns, and the path of the base URL, which the remote layer leaves out of requests.
 */
function diagnosticsReport(facts: ReportFacts): string {
  const { version, host, nowMs, connection, status, warnings, requests } = facts;
  const { work, trouble, counts } = status;
  return [
    `Pinfold ${version} on ${host}, ${time(nowMs)}`,
    `Service: ${connection.kind === 'practice' ? 'practice' : new URL(connection.baseUrl).host}`,
    `Standing: ${status.mode}, network ${status.network}, ${work === 'none' ? 'at rest' : work}`,
    `Caught up: ${time(status.caughtUpAtMs)}; every file looked at: ${time(status.fullCheckAtMs)}`,
    trouble === null
      ? 'Trouble: none'
      : `Trouble: ${trouble.reason}, try ${trouble.attempt}${statusIn(trouble.detail)}`,
    `Files with edits: ${Object.entries(counts)
      .map(([name, files]) => `${name} ${files}`)
      .join(', ')}`,
    `Settings: ${settings(connection)}`,
    ...learnt(connection),
    ...warnings.map(() => 'Noticed in the data folder: see Settings, Data & export'),
    '',
    `Last requests, newest first (${Math.min(requests.length, REPORTED_REQUESTS)} of ${requests.length}):`,
    ...requests.slice(0, REPORTED_REQUESTS).map(requestLine),
    '',
  ].join('\n');
}

const time = (atMs: number | null): string => (atMs === null ? 'never' : new Date(atMs).toISOString());

const settings = ({ paused, readOnly, readBeforeWrite, checkEveryMinutes, requestsPerMinute }: Connection): string =>
  [
    `checks every ${checkEveryMinutes} min`,
    requestsPerMinute === null ? 'usual pace' : `at most ${requestsPerMinute} requests a minute`,
    paused ? 'paused' : null,
    readOnly ? 'read-only' : null,
    readBeforeWrite ? null : 'writes without looking',
  ]
    .filter((part) => part !== null)
    .join(', ');

function learnt({
  learnt: { keys, updates, signatures, listing, readById, keyvaluesMode, nameSearch },
}: Connection): string[] {
  const areas = { keys, updates, signatures, listing, readById };
  const lines = Object.entries(areas).map(([name, of]) => `May ${name}: ${capability(of)}`);
  return [...lines, `Metadata on update: ${keyvaluesMode}`, `Names of keys: ${nameSearchOf(nameSearch)}`];
}

function capability(of: Capability): string {
  if (of.kind === 'notChecked') return 'not checked';
  const when = time(of.checkedAtMs);
  return of.kind === 'yes' ? `yes, ${when}` : `no, ${when}${statusIn(of.words)}, request ${of.requestId ?? 'unknown'}`;
}

/** The status alone of a failure in one line: the rest are words of the service, which may name a file or an account. */
function statusIn(described: string): string {
  const status = /^(\d{3}): /.exec(described)?.[1];
  return status === undefined ? '' : `, status ${status}`;
}

/** One request as one line, in the report and in the log. */
export const requestLine = ({ startedAtMs, method, path, status, durationMs, requestId, failure }: LoggedRequest) =>
  [
    new Date(startedAtMs).toISOString(),
    method,
    path,
    status ?? 'no answer',
    `${Math.round(durationMs)} ms`,
    requestId ?? '-',
    ...(failure === null ? [] : [failure]),
  ].join(' ');
