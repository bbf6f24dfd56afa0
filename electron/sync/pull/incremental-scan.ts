import type { FileId, Network } from '../../../src/domain/core/ids.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { ok, type Result } from '../../../src/domain/core/result.ts';
import { reread } from '../ingest/reconcile-missing.ts';
import { applyListedPage } from '../ingest/apply-remote-record.ts';
import type { SyncPorts } from '../ports.ts';

const ROWS_PER_PAGE = 100;

/** Lists the newest files first and stops at the first page without a file that is new to the mirror. */
export async function incrementalScan(
  ports: SyncPorts,
  network: Network,
  signal: AbortSignal,
): Promise<Result<null, RemoteFailure>> {
  const { service, outbox, setAside, announce } = ports;
  for (let token: string | null = null; ;) {
    const requestSeq = outbox.nextRequestSeq();
    const page = await service.listFiles(network, token, ROWS_PER_PAGE, signal, 'newestFirst');
    if (!page.ok) return page;
    const { items, nextPageToken, rows } = page.value;
    if (page.value.setAside > 0) setAside(page.value.setAside);
    const hasNew = items.some(({ record }) => isNew(ports, network, record.id));
    const stale = await applyListedPage(ports, { files: items, scanId: null, requestSeq });
    const read = await reread(ports, stale, null, signal);
    if (!read.ok) return read;
    announce('files.changed');
    if (!hasNew || nextPageToken === null || rows === 0 || nextPageToken === token) return ok(null);
    token = nextPageToken;
  }
}

const isNew = ({ files, connection }: SyncPorts, network: Network, id: FileId): boolean =>
  files.get({ connectionId: connection().id, network, id }) === null;
