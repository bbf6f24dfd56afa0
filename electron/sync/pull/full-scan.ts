import { type Network, network as networks } from '../../../src/domain/core/ids.ts';
import { ok, type Result } from '../../../src/domain/core/result.ts';
import { failureClassOf } from '../../../src/domain/service/failure-class.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { isFullScanDue } from '../../../src/domain/service/scan-schedule.ts';
import type { ListingCursor } from '../../database/mirror/mirror.ts';
import { TooLittleSpaceError } from '../../database/sqlite/errors.ts';
import type { Answer, FilePage } from '../../remote/service.ts';
import { applyListedPage } from '../ingest/apply-remote-record.ts';
import { isNotFound, statusMessage } from '../ingest/read-file.ts';
import { reconcileMissing, reread } from '../ingest/reconcile-missing.ts';
import type { SyncPorts } from '../ports.ts';
import { incrementalScan } from './incremental-scan.ts';
import { skipUnchangedRows } from './skip-unchanged-rows.ts';

const FILES_PER_PAGE = 1_000;
/** Room for some 100,000 records more, and for edits. */
const LEAST_FREE_BYTES = 256_000_000;
/** An older cursor is dropped, and the scan begins anew. */
const CURSOR_IS_STALE_AFTER_MS = 24 * 60 * 60_000;

type Pulled = Promise<Result<null, RemoteFailure>>;
type RequestedPage = { readonly token: string | null; readonly requestSeq: number; readonly answer: Answer<FilePage> };

/** Brings the mirror's files up to date by a full or an incremental scan, where the service lists files. */
export async function pullFiles(ports: SyncPorts, signal: AbortSignal): Pulled {
  return isDue(ports) ? await fullScan(ports, signal) : await newFiles(ports, signal);
}

function isDue({ files, connection, clock, isFullScanAsked }: SyncPorts): boolean {
  const { id, learnt } = connection();
  const isUnfinished = networks.options.some((network) => files.cursor(id, jobOf(network)) !== null);
  return isFullScanDue({
    filesInMirror: files.count(id),
    fullAtMs: files.fullCheckAtMs(id),
    nowMs: clock.nowMs(),
    isWanted: isUnfinished || isFullScanAsked() || learnt.listing.kind !== 'yes',
  });
}

async function newFiles(ports: SyncPorts, signal: AbortSignal): Pulled {
  for (const network of networks.options) {
    const checked = await incrementalScan(ports, network, signal);
    // A service may list only one network, or no longer list at all: a full scan finds out which.
    if (!checked.ok) return isNotFound(checked.failure) ? await fullScan(ports, signal) : checked;
  }
  return ok(null);
}

async function fullScan(ports: SyncPorts, signal: AbortSignal): Pulled {
  const progress = new FilesProgress(ports);
  for (const network of networks.options) {
    const pulled = await new NetworkScan(ports, network, progress).run(signal);
    if (!pulled.ok) return pulled;
    if (ports.connection().learnt.listing.kind === 'no') return ok(null);
  }
  ports.files.setFullCheck(ports.connection().id, ports.clock.nowMs());
  return ok(null);
}

const jobOf = (network: Network): string => `files:${network}`;

/** A full scan of one network: page by page through its list, resumable by page token after a stop or a crash. */
class NetworkScan {
  readonly #ports: SyncPorts;
  readonly #network: Network;
  readonly #job: string;
  readonly #progress: FilesProgress;
  /** Whether a page had rows that could not be read. */
  #isPartial = false;
  /** The next page, requested while the mirror takes the present one; null for none. */
  #ahead: RequestedPage | null = null;

  constructor(ports: SyncPorts, network: Network, progress: FilesProgress) {
    this.#ports = ports;
    this.#network = network;
    this.#job = jobOf(network);
    this.#progress = progress;
  }

  async run(signal: AbortSignal): Pulled {
    let cursor: ListingCursor | null = this.#begin();
    this.#progress.resumeAt(cursor.done);
    while (cursor !== null) {
      const stepped: Result<ListingCursor | null, RemoteFailure> = await this.#step(cursor, signal);
      if (!stepped.ok) return await this.#afterFailure(cursor, stepped.failure);
      cursor = stepped.value;
    }
    return ok(null);
  }

  #begin(): ListingCursor {
    const { files, connection, clock, chance, outbox } = this.#ports;
    const left = files.cursor(connection().id, this.#job);
    const nowMs = clock.nowMs();
    if (left !== null && nowMs - left.startedAtMs < CURSOR_IS_STALE_AFTER_MS) return left;
    const startedRequestSeq = outbox.nextRequestSeq();
    return { job: this.#job, scanId: chance.uuid(), position: null, done: 0, startedAtMs: nowMs, startedRequestSeq };
  }

  async #step(cursor: ListingCursor, signal: AbortSignal): Promise<Result<ListingCursor | null, RemoteFailure>> {
    const { setAside, files } = this.#ports;
    const freeBytes = files.freeBytes();
    if (freeBytes !== null && freeBytes < LEAST_FREE_BYTES) throw new TooLittleSpaceError(freeBytes);
    const { requestSeq, answer } =
      this.#ahead?.token === cursor.position ? this.#ahead : this.#request(cursor, cursor.position, signal);
    this.#ahead = null;
    const page = await answer;
    if (!page.ok) return page;
    this.#saveListingTrait();
    const { items, nextPageToken, rows } = page.value;
    // A page without rows, or one that repeats its token, would never come to an end.
    const isLast = nextPageToken === null || rows === 0 || nextPageToken === cursor.position;
    if (!isLast) this.#ahead = this.#request(cursor, nextPageToken, signal);
    if (page.value.setAside > 0) setAside(page.value.setAside);
    this.#isPartial ||= page.value.setAside > 0;
    const stale = await applyListedPage(this.#ports, { files: items, scanId: cursor.scanId, requestSeq });
    const read = await reread(this.#ports, stale, cursor.scanId, signal);
    if (!read.ok) return read;
    const done = cursor.done + rows;
    this.#progress.read(rows);
    const next = isLast ? null : { ...cursor, position: nextPageToken, done };
    this.#saveCursor(next);
    this.#ports.announce('files.changed');
    return next === null ? await this.#complete(cursor, signal) : ok(next);
  }

  /** Requests a page. Its number is taken first: a page is older than every update with a later number. */
  #request({ scanId }: ListingCursor, token: string | null, signal: AbortSignal): RequestedPage {
    const { service, outbox } = this.#ports;
    const requestSeq = outbox.nextRequestSeq();
    const keepUnknown = skipUnchangedRows(this.#ports, this.#network, { requestSeq, scanId });
    const answer = service.listFiles(this.#network, token, FILES_PER_PAGE, signal, 'anyOrder', keepUnknown);
    // A stop may come before anything awaits the answer; its rejection is then no unhandled one.
    answer.catch(() => undefined);
    return { token, requestSeq, answer };
  }

  #saveCursor(cursor: ListingCursor | null): void {
    this.#ports.files.setCursor(this.#ports.connection().id, this.#job, cursor);
  }

  #saveListingTrait(): void {
    const { connection, saveTraits, clock } = this.#ports;
    if (connection().learnt.listing.kind === 'yes') return;
    const yes = { kind: 'yes' as const, checkedAtMs: clock.nowMs() };
    saveTraits({ listing: yes, files: yes });
  }

  /** Only a scan that reached the end and could read every row may say that a file is missing. */
  async #complete(cursor: ListingCursor, signal: AbortSignal): Pulled {
    if (this.#isPartial) return ok(null);
    const { files, connection } = this.#ports;
    const { scanId, startedRequestSeq } = cursor;
    const missing = files.notSeenIn(connection().id, this.#network, scanId, startedRequestSeq);
    return await reconcileMissing(this.#ports, missing, signal);
  }

  async #afterFailure(cursor: ListingCursor, failure: RemoteFailure): Pulled {
    const { saveTraits, clock } = this.#ports;
    if (cursor.position === null && isNotFound(failure)) {
      const no = { kind: 'no' as const, checkedAtMs: clock.nowMs(), words: statusMessage(failure), requestId: null };
      // A service may list the first network and not the second.
      if (this.#network === networks.options[0]) saveTraits({ listing: no });
      return ok(null);
    }
    // The service no longer takes the page token: the next pull begins the scan anew.
    const isTokenOld = ['refused', 'gone'].includes(failureClassOf(failure).kind);
    if (cursor.position !== null && isTokenOld) this.#saveCursor(null);
    return { ok: false, failure };
  }
}

/** The progress of a full scan, over both networks. */
export class FilesProgress {
  readonly #ports: Pick<SyncPorts, 'progress' | 'clock'>;
  readonly #startedAtMs: number;
  /** About as many as the last full scan had; null before the first. */
  readonly #total: number | null;
  #done = 0;
  #read = 0;

  constructor(ports: Pick<SyncPorts, 'progress' | 'clock' | 'files' | 'connection'>) {
    const { files, connection, clock } = ports;
    const { id } = connection();
    this.#ports = ports;
    this.#startedAtMs = clock.nowMs();
    this.#total = files.fullCheckAtMs(id) === null ? null : files.count(id);
  }

  /** @param rows read before a stop */
  resumeAt(rows: number): void {
    this.#done += rows;
  }

  read(rows: number): void {
    this.#done += rows;
    this.#read += rows;
    const seconds = (this.#ports.clock.nowMs() - this.#startedAtMs) / 1_000;
    const perSecond = seconds > 0 ? this.#read / seconds : null;
    this.#ports.progress({ kind: 'files', done: this.#done, total: this.#total, perSecond });
  }
}
