import { arch, platform } from 'node:os';
import { ok } from '../../../src/domain/core/result.ts';
import { accountRefOf } from '../../sync/connection/connection-sync.ts';
import { diagnosticsReport } from './diagnostics-report.ts';
import type { SomeHandlers } from '../router.ts';
import { withConnection, type HandlerContext } from '../handler-context.ts';
import { statusOf } from '../connections/status.ts';

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
          warnings: info.warnings,
          host: `${process.versions['electron'] ? `Electron ${process.versions['electron']}, ` : ''}Node ${process.versions.node}, ${platform()} ${arch()}`,
          nowMs: clock.nowMs(),
          status: statusOf(connections.running(connectionId), counts, connection),
        });
        return ok({ requests, report, canOpenFolder: diagnostics.canOpenFolder });
      }),
    'diagnostics.openFolder': async () => ok({ opened: await diagnostics.openFolder() }),
  } satisfies SomeHandlers;
}
