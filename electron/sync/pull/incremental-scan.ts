import { copiedNetworks } from '../../../src/domain/connections/copied-parts.ts';
import type { FileKey, Network } from '../../../src/domain/core/ids.ts';
import { hasListed } from '../../../src/domain/connections/connection.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import type { FilePage } from '../../remote/service.ts';
import { applyListedPage, setAsideRows } from '../ingest/apply-remote-record.ts';
import { isAboutPermission, isNotFound, reread } from '../ingest/read-file.ts';
import type { Pulled, PullPosition, SyncPorts } from '../ports.ts';
import { hasReachedCeiling } from './full-scan.ts';
import { scanNotes, type UnfinishedNews } from './scan-notes.ts';

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

/**
 * Lists the newest files first and stops at the first page without a file that is new to the mirror. Those of a scan that broke
 * off are no news any more: the next one goes past them, to where that one was.
 */
async function scanNewest(ports: SyncPorts, from: NewFilesPosition, signal: AbortSignal): Pulled {
  const { service, outbox, announce, pullPosition } = ports;
  const { network } = from;
  const news = new NewsOfScan(ports, network);
  let emptyPages = 0;
  for (let { token } = from; ;) {
    if (hasReachedCeiling(ports)) return ok('ceiling');
    const requestSeq = outbox.nextRequestSeq();
    const page = await service.listFiles(network, token, ROWS_PER_PAGE, signal, 'newestFirst');
    if (!page.ok) return page;
    const { items, nextPageToken, setAside } = page.value;
    setAsideRows(ports, page.value);
    const goesOn = news.leadOn(items, requestSeq) && nextPageToken !== null;
    const stale = await applyListedPage(ports, { files: items, scanId: null, requestSeq });
    const read = await reread(ports, stale, null, signal);
    if (!read.ok) return read;
    announce('files.changed');
    emptyPages = items.length === 0 ? emptyPages + 1 : 0;
    if (!goesOn) {
      news.end();
      return ok(null);
    }
    const patience = setAside > 0 ? UNREADABLE_PAGES : EMPTY_PAGES;
    if (nextPageToken === token || emptyPages >= patience) return ok('incomplete');
    token = nextPageToken;
    if (!ports.mustYield()) continue;
    pullPosition.at = { ...from, token };
    return ok('yielded');
  }
}

/** What a scan of new files meets, noted in the mirror: a failure or a stop may come before any page. */
class NewsOfScan {
  readonly #ports: Pick<SyncPorts, 'files' | 'connection'>;
  readonly #network: Network;
  /** Left by a scan that broke off; null without one. */
  readonly #left: UnfinishedNews | null;
  #noted: UnfinishedNews | null;
  /** Pages of that scan that may still come. Files that are newer still may have moved its last one by one. */
  #pagesLeft: number;

  constructor(ports: Pick<SyncPorts, 'files' | 'connection'>, network: Network) {
    this.#ports = ports;
    this.#network = network;
    this.#left = this.#notes.unfinishedNews(network);
    this.#noted = this.#left;
    this.#pagesLeft = this.#left === null ? 0 : this.#left.pages + 1;
  }

  /** Whether the page after this one may have news. Asked before the page is applied, which makes all its files known. */
  leadOn(items: FilePage['items'], requestSeq: number): boolean {
    if (items.length === 0) return true;
    const known = items.map(({ record }) => this.#lastSeenBy(record));
    if (known.includes(null)) {
      const { sinceRequestSeq, pages } = this.#noted ?? { sinceRequestSeq: requestSeq, pages: 0 };
      this.#note({ sinceRequestSeq, pages: pages + 1 });
      return true;
    }
    const left = this.#left;
    return left !== null && known.some((seq) => (seq ?? 0) >= left.sinceRequestSeq) && this.#pagesLeft-- > 0;
  }

  end(): void {
    if (this.#noted !== null) this.#note(null);
  }

  #note(news: UnfinishedNews | null): void {
    this.#noted = news;
    this.#notes.setUnfinishedNews(this.#network, news);
  }

  /** The number of the request that saw a file last; null for one that is new to the mirror. */
  #lastSeenBy({ network, id }: FileKey): number | null {
    const { files, connection } = this.#ports;
    return files.get({ connectionId: connection().id, network, id })?.requestSeq ?? null;
  }

  get #notes(): ReturnType<typeof scanNotes> {
    return scanNotes(this.#ports.files, this.#ports.connection().id);
  }
}
