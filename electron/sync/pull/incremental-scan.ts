import { copiedNetworks } from '../../../src/domain/connections/copied-parts.ts';
import type { FileId, Network } from '../../../src/domain/core/ids.ts';
import { hasListed } from '../../../src/domain/connections/connection.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { applyListedPage, setAsideRows } from '../ingest/apply-remote-record.ts';
import { isAboutPermission, isNotFound, reread } from '../ingest/read-file.ts';
import type { Pulled, PullPosition, SyncPorts } from '../ports.ts';
import { hasReachedCeiling } from './full-scan.ts';

const ROWS_PER_PAGE = 100;
/** Empty pages in a row that name a next one, after which the list is left. */
const EMPTY_PAGES = 3;
/** Pages in a row of which no row can be read: those of uploads that only another release of the app understands. */
const UNREADABLE_PAGES = 100;

export type NewFilesPosition = Extract<PullPosition, { area: 'newFiles' }>;

/** Brings the newest files of networks; of every copied one unless they are given. */
export async function incrementalScan(
  ports: SyncPorts,
  at: NewFilesPosition | null,
  signal: AbortSignal,
  networks: readonly Network[] = copiedNetworks(ports.connection()),
): Pulled {
  let isIncomplete = at?.isIncomplete ?? false;
  let refusal: RemoteFailure | null = null;
  let given = at === null ? 0 : networks.indexOf(at.network);
  for (const network of networks.slice(given)) {
    const token = at?.network === network ? at.token : null;
    const scanned = await scanNewest(ports, { area: 'newFiles', network, token, isIncomplete }, signal);
    if (!scanned.ok && isNoListOf(ports, network, scanned.failure)) {
      refusal ??= scanned.failure;
      isIncomplete ||= hasListed(ports.connection().learnt, network);
      continue;
    }
    if (!scanned.ok || scanned.value === 'yielded' || scanned.value === 'ceiling') return scanned;
    given += 1;
    isIncomplete ||= scanned.value === 'incomplete';
  }
  if (refusal !== null && given === 0) return fail(refusal);
  return ok(isIncomplete ? 'incomplete' : null);
}

/** Whether the list of one network is not for this token, or was never there. The lists of the others go on. */
const isNoListOf = ({ connection }: SyncPorts, network: Network, failure: RemoteFailure): boolean =>
  isAboutPermission(failure) || (isNotFound(failure) && !hasListed(connection().learnt, network));

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
    const { items, nextPageToken, setAside } = page.value;
    setAsideRows(ports, page.value);
    const hasNew = items.some(({ record }) => isNew(ports, network, record.id));
    const stale = await applyListedPage(ports, { files: items, scanId: null, requestSeq });
    const read = await reread(ports, stale, null, signal);
    if (!read.ok) return read;
    announce('files.changed');
    emptyPages = items.length === 0 ? emptyPages + 1 : 0;
    if (nextPageToken === null || (!hasNew && items.length > 0)) return ok(null);
    const patience = setAside > 0 ? UNREADABLE_PAGES : EMPTY_PAGES;
    if (nextPageToken === token || emptyPages >= patience) return ok('incomplete');
    token = nextPageToken;
    if (!ports.mustYield()) continue;
    pullPosition.at = { ...from, token };
    return ok('yielded');
  }
}

const isNew = ({ files, connection }: SyncPorts, network: Network, id: FileId): boolean =>
  files.get({ connectionId: connection().id, network, id }) === null;
