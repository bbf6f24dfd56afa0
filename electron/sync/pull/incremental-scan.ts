import { copiedNetworks } from '../../../src/domain/connections/copied-parts.ts';
import type { FileId, Network } from '../../../src/domain/core/ids.ts';
import { ok } from '../../../src/domain/core/result.ts';
import { applyListedPage, setAsideRows } from '../ingest/apply-remote-record.ts';
import { reread } from '../ingest/read-file.ts';
import type { Pulled, PullPosition, SyncPorts } from '../ports.ts';
import { hasReachedCeiling } from './full-scan.ts';

const ROWS_PER_PAGE = 100;
/** Empty pages in a row that name a next one, after which the list is left. */
const EMPTY_PAGES = 3;

export type NewFilesPosition = Extract<PullPosition, { area: 'newFiles' }>;

/** Brings the newest files of every copied network. */
export async function incrementalScan(ports: SyncPorts, at: NewFilesPosition | null, signal: AbortSignal): Pulled {
  let isIncomplete = at?.isIncomplete ?? false;
  const networks = copiedNetworks(ports.connection());
  for (const network of networks.slice(at === null ? 0 : networks.indexOf(at.network))) {
    const token = at?.network === network ? at.token : null;
    const scanned = await scanNewest(ports, { area: 'newFiles', network, token, isIncomplete }, signal);
    if (!scanned.ok || scanned.value === 'yielded' || scanned.value === 'ceiling') return scanned;
    isIncomplete ||= scanned.value === 'incomplete';
  }
  return ok(isIncomplete ? 'incomplete' : null);
}

/** Lists the newest files first and stops at the first page without a file that is new to the mirror. */
async function scanNewest(ports: SyncPorts, from: NewFilesPosition, signal: AbortSignal): Pulled {
  const { service, outbox, announce, pullPosition } = ports;
  const { network } = from;
  let emptyPages = 0;
  for (let { token } = from; ;) {
    if (hasReachedCeiling(ports)) return ok('ceiling');
    const requestSeq = outbox.nextRequestSeq();
    const page = await service.listFiles(network, token, ROWS_PER_PAGE, signal, 'newestFirst');
    if (!page.ok) return page;
    const { items, nextPageToken, rows } = page.value;
    setAsideRows(ports, page.value);
    const hasNew = items.some(({ record }) => isNew(ports, network, record.id));
    const stale = await applyListedPage(ports, { files: items, scanId: null, requestSeq });
    const read = await reread(ports, stale, null, signal);
    if (!read.ok) return read;
    announce('files.changed');
    emptyPages = rows === 0 ? emptyPages + 1 : 0;
    if (nextPageToken === null || (!hasNew && rows > 0)) return ok(null);
    if (nextPageToken === token || emptyPages === EMPTY_PAGES) return ok('incomplete');
    token = nextPageToken;
    if (!ports.mustYield()) continue;
    pullPosition.at = { ...from, token };
    return ok('yielded');
  }
}

const isNew = ({ files, connection }: SyncPorts, network: Network, id: FileId): boolean =>
  files.get({ connectionId: connection().id, network, id }) === null;
