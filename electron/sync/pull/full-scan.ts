import { hasListed } from '../../../src/domain/connections/connection.ts';
import { copiedNetworks } from '../../../src/domain/connections/copied-parts.ts';
import type { FileKey, Network } from '../../../src/domain/core/ids.ts';
import { ok, type Result } from '../../../src/domain/core/result.ts';
import { failureClassOf, type RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import type { ListingCursor } from '../../database/mirror/mirror.ts';
import type { Answer, FilePage } from '../../remote/service.ts';
import { applyListedPage, setAsideRows } from '../ingest/apply-remote-record.ts';
import { isNotFound, reread, statusMessage } from '../ingest/read-file.ts';
import { reconcileMissing } from '../ingest/reconcile-missing.ts';
import type { Pulled, SyncPorts } from '../ports.ts';
import { requireFreeSpace } from './free-space.ts';
import { freshCursor } from './fresh-cursor.ts';
import { scanNotes } from './scan-notes.ts';
import { skipUnchangedRows, type StrippedRows } from './skip-unchanged-rows.ts';

const FILES_PER_PAGE = 1_000;

/** Pages in a row without news after which a list is left. One comes honestly: after a crash, or after uploads in between. */
const FRUITLESS_PAGES = 3;
/** A page of which rows could not be read may bring news that only another release of the app understands. */
const UNREADABLE_PAGES = 100;

/** Failures in a row of one page, which may be the service's way to say that it takes the page token no more. */
const FAILURES_OF_ONE_PAGE = 8;

type Stepped = Promise<Result<ListingCursor | 'yielded' | 'incomplete' | 'ceiling' | null, RemoteFailure>>;

type RequestedPage = {
  readonly token: string | null;
  readonly requestSeq: number;
  readonly answer: Answer<FilePage>;
  readonly stripped: StrippedRows;
};

/** The name of a network's scan, under which the mirror keeps its cursor. */
export const jobOf = (network: Network): string => `files:${network}`;

/** The progress of a full scan, over all networks. */
export type ScanProgress = {
  /** Counts the rows that were read before a stop. */
  readonly resumeAt: (rows: number) => void;
  readonly read: (rows: number) => void;
};

/**
 * A full scan of one network: page by page through its list, resumable by page token after a stop or a crash. A list that
 * goes on without news is left, and the scan is then incomplete.
 */
export class NetworkScan {
  readonly #ports: SyncPorts;
  readonly #network: Network;
  readonly #job: string;
  readonly #progress: ScanProgress;
  /** The next page, requested while the mirror takes the present one; null for none. */
  #ahead: RequestedPage | null = null;

  constructor(ports: SyncPorts, network: Network, progress: ScanProgress) {
    this.#ports = ports;
    this.#network = network;
    this.#job = jobOf(network);
    this.#progress = progress;
  }

  async run(signal: AbortSignal): Pulled {
    let cursor: ListingCursor | null = this.#begin();
    this.#progress.resumeAt(cursor.done);
    while (cursor !== null) {
      const stepped: Awaited<Stepped> = await this.#step(cursor, signal);
      if (!stepped.ok) return await this.#afterFailure(cursor, stepped.failure);
      // The cursor stays, so that the scan goes on from here.
      if (stepped.value === 'yielded' || stepped.value === 'ceiling') return ok(stepped.value);
      if (stepped.value === 'incomplete') return this.#endEarly();
      cursor = stepped.value;
      if (cursor !== null && this.#ports.mustYield()) return this.#makeWay(cursor);
    }
    return ok(null);
  }

  /** The page that is on its way marks its rows as seen: it has no news when it is asked for again, and does not count. */
  #makeWay(cursor: ListingCursor): Awaited<Pulled> {
    if (this.#ahead !== null) this.#saveCursor({ ...cursor, fruitlessPages: cursor.fruitlessPages - 1 });
    return ok('yielded');
  }

  #begin(): ListingCursor {
    const { clock, random, outbox } = this.#ports;
    const left = freshCursor(this.#ports, this.#job);
    if (left !== null) return left;
    const startedRequestSeq = outbox.nextRequestSeq();
    const atBeginning = { position: null, done: 0, fruitlessPages: 0 };
    return { job: this.#job, scanId: random.uuid(), ...atBeginning, startedAtMs: clock.nowMs(), startedRequestSeq };
  }

  async #step(cursor: ListingCursor, signal: AbortSignal): Stepped {
    requireFreeSpace(this.#ports.files);
    if (hasReachedCeiling(this.#ports)) return ok('ceiling');
    const requested =
      this.#ahead?.token === cursor.position ? this.#ahead : this.#request(cursor, cursor.position, signal);
    this.#ahead = null;
    const page = await requested.answer;
    if (!page.ok) return page;
    this.#saveListingTrait();
    const { items, nextPageToken, rows } = page.value;
    const fruitlessPages = this.#hasNews(requested, items, cursor) ? 0 : cursor.fruitlessPages + 1;
    const isLost = nextPageToken === cursor.position || fruitlessPages >= patienceWith(page.value);
    const next = nextPageToken === null || isLost ? null : nextPageToken;
    if (next !== null && !this.#ports.mustYield()) this.#ahead = this.#request(cursor, next, signal);
    setAsideRows(this.#ports, page.value);
    if (page.value.setAside > 0) this.#notes.setPartial(this.#network, cursor);
    const stale = await applyListedPage(this.#ports, {
      files: items,
      scanId: cursor.scanId,
      requestSeq: requested.requestSeq,
    });
    const read = await reread(this.#ports, stale, cursor.scanId, signal);
    if (!read.ok) return read;
    this.#progress.read(rows);
    this.#ports.announce('files.changed');
    if (nextPageToken === null) return await this.#complete(cursor, cursor.done + rows === 0, signal);
    if (next === null) return ok('incomplete');
    const reached = { ...cursor, position: next, done: cursor.done + rows, fruitlessPages };
    this.#saveCursor(reached);
    return ok(reached);
  }

  /** Asked before the page is applied, which makes all its rows seen. */
  #hasNews({ stripped }: RequestedPage, items: FilePage['items'], { scanId }: ListingCursor): boolean {
    const { files, connection } = this.#ports;
    const { id: connectionId } = connection();
    return stripped.hasNews || items.some(({ record }) => !files.isSeenIn(connectionId, record, scanId));
  }

  /** Requests a page. Its number is taken first: a page is older than every update with a later number. */
  #request({ scanId }: ListingCursor, token: string | null, signal: AbortSignal): RequestedPage {
    const { service, outbox } = this.#ports;
    const requestSeq = outbox.nextRequestSeq();
    const stripped = { hasNews: false };
    const keepUnknown = skipUnchangedRows(this.#ports, this.#network, { requestSeq, scanId }, stripped);
    const answer = service.listFiles(this.#network, token, FILES_PER_PAGE, signal, 'anyOrder', keepUnknown);
    // A stop may come before anything awaits the answer; its rejection is then no unhandled one.
    answer.catch(() => undefined);
    return { token, requestSeq, answer, stripped };
  }

  #saveCursor(cursor: ListingCursor | null): void {
    this.#ports.files.setCursor(this.#ports.connection().id, this.#job, cursor);
  }

  get #notes(): ReturnType<typeof scanNotes> {
    return scanNotes(this.#ports.files, this.#ports.connection().id);
  }

  #saveListingTrait(): void {
    const { connection, saveTraits, clock } = this.#ports;
    const { listing, listed } = connection().learnt;
    if (listing.kind === 'yes' && listed.includes(this.#network)) return;
    const yes = listing.kind === 'yes' ? listing : { kind: 'yes' as const, checkedAtMs: clock.nowMs() };
    saveTraits({ listing: yes, listed: [...new Set([...listed, this.#network])] });
  }

  /** Only a scan that reached the end and could read every row may say that a file is missing. */
  async #complete(cursor: ListingCursor, isListEmpty: boolean, signal: AbortSignal): Pulled {
    const { files, connection, clock } = this.#ports;
    const { scanId, startedRequestSeq } = cursor;
    const isPartial = this.#notes.isPartial(this.#network, scanId);
    const by = { scanId, startedRequestSeq, yieldToEventLoop: () => clock.yieldToEventLoop() };
    const keys = isPartial ? [] : await files.notSeenIn(connection().id, this.#network, by);
    const oneSeen = (): FileKey | null => files.oneSeenIn(connection().id, this.#network, scanId);
    const confirmed = await reconcileMissing(this.#ports, { keys, isListEmpty, oneSeen }, signal);
    // Kept until here, so that a stop in between confirms the rest next time.
    if (confirmed.ok && confirmed.value === null) {
      this.#saveCursor(null);
      this.#notes.setComplete(this.#network);
    }
    return confirmed;
  }

  /** Nothing is called missing, and the next scan begins anew. */
  #endEarly(): Awaited<Pulled> {
    this.#saveCursor(null);
    this.#notes.setIncomplete(this.#network, this.#ports.clock.nowMs());
    return ok('incomplete');
  }

  /** Leaves a list that refuses this token while another is given: its files stay, and the mirror may lack some. */
  leave(): void {
    this.#saveCursor(null);
    const { connection, clock } = this.#ports;
    if (hasListed(connection().learnt, this.#network)) this.#notes.setIncomplete(this.#network, clock.nowMs());
    else this.#notes.setComplete(this.#network);
  }

  async #afterFailure(cursor: ListingCursor, failure: RemoteFailure): Pulled {
    const { saveTraits, clock, connection } = this.#ports;
    const isList = hasListed(connection().learnt, this.#network);
    if (cursor.position === null && isNotFound(failure) && !isList) {
      const no = { kind: 'no' as const, checkedAtMs: clock.nowMs(), words: statusMessage(failure), requestId: null };
      // A service may list the first network and not the second.
      if (this.#network === copiedNetworks(connection())[0]) saveTraits({ listing: no });
      return ok(null);
    }
    if (cursor.position !== null && this.#isTokenOld(cursor, failure)) this.#saveCursor(null);
    return { ok: false, failure };
  }

  /** Whether the service probably takes the page token no more: the next pull then begins the scan anew. */
  #isTokenOld(cursor: ListingCursor, failure: RemoteFailure): boolean {
    const { kind } = failureClassOf(failure);
    if (kind === 'broken') return this.#notes.countFailure(this.#network, cursor) >= FAILURES_OF_ONE_PAGE;
    return kind === 'refused' || kind === 'gone' || kind === 'conflict';
  }
}

/** Whether the mirror has as many files as it may have. */
export function hasReachedCeiling({ files, connection }: Pick<SyncPorts, 'files' | 'connection'>): boolean {
  const { id, fileCeiling } = connection();
  return files.count(id) >= fileCeiling.files;
}

const patienceWith = ({ setAside }: FilePage): number => (setAside > 0 ? UNREADABLE_PAGES : FRUITLESS_PAGES);
