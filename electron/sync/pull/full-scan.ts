import { type Network, network as networks } from '../../../src/domain/core/ids.ts';
import { ok, type Result } from '../../../src/domain/core/result.ts';
import { failureClassOf } from '../../../src/domain/service/failure-class.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { isFullScanDue } from '../../../src/domain/service/scan-schedule.ts';
import type { ListingCursor } from '../../database/mirror/mirror.ts';
import { TooLittleSpaceError } from '../../database/sqlite/errors.ts';
import type { Answer, FilePage } from '../../remote/service.ts';
import { applyListedPage } from '../ingest/apply-remote-record.ts';
import { isNotFound, wordsOf } from '../ingest/read-file.ts';
import { reconcileMissing, reread } from '../ingest/reconcile-missing.ts';
import type { SyncPorts } from '../ports.ts';
import { incrementalScan } from './incremental-scan.ts';
import { skipUnchangedRows } from './skip-unchanged-rows.ts';

const FILES_PER_PAGE = 1_000;
/** Some 100,000 records more, and room for edits. */
const LEAST_FREE_BYTES = 256_000_000;
const PASS_IS_STALE_AFTER_MS = 24 * 60 * 60_000;

type Pulled = Promise<Result<null, RemoteFailure>>;
type AskedPage = { readonly token: string | null; readonly requestSeq: number; readonly answer: Answer<FilePage> };

/** Brings the copy of the files up to date by the listing extension, where the service has it. */
export async function fullScan(ports: SyncPorts, signal: AbortSignal): Pulled {
  return isDue(ports) ? await fullCheck(ports, signal) : await newFiles(ports, signal);
}

function isDue({ files, connection, clock, isFullCheckAsked }: SyncPorts): boolean {
  const { id, learnt } = connection();
  const isUnfinished = networks.options.some((network) => files.cursor(id, jobOf(network)) !== null);
  return isFullScanDue({
    filesInCopy: files.count(id),
    fullAtMs: files.fullCheckAtMs(id),
    nowMs: clock.nowMs(),
    isWanted: isUnfinished || isFullCheckAsked() || learnt.listing.kind !== 'yes',
  });
}

async function newFiles(ports: SyncPorts, signal: AbortSignal): Pulled {
  for (const network of networks.options) {
    const checked = await incrementalScan(ports, network, signal);
    // A service may list one network and not the other, or have stopped listing: a full check learns which.
    if (!checked.ok) return isNotFound(checked.failure) ? await fullCheck(ports, signal) : checked;
  }
  return ok(null);
}

async function fullCheck(ports: SyncPorts, signal: AbortSignal): Pulled {
  const progress = new FilesProgress(ports);
  for (const network of networks.options) {
    const pulled = await new FilePass(ports, network, progress).run(signal);
    if (!pulled.ok) return pulled;
    if (ports.connection().learnt.listing.kind === 'no') return ok(null);
  }
  ports.files.setFullCheck(ports.connection().id, ports.clock.nowMs());
  return ok(null);
}

const jobOf = (network: Network): string => `files:${network}`;

/** One walk through a network's list, resumable by page token after a stop or a crash. */
class FilePass {
  readonly #ports: SyncPorts;
  readonly #network: Network;
  readonly #job: string;
  readonly #progress: FilesProgress;
  /** Rows were set aside on one of its pages. */
  #isPartial = false;
  /** The page after the one that is being written. */
  #ahead: AskedPage | null = null;

  constructor(ports: SyncPorts, network: Network, progress: FilesProgress) {
    this.#ports = ports;
    this.#network = network;
    this.#job = jobOf(network);
    this.#progress = progress;
  }

  async run(signal: AbortSignal): Pulled {
    let cursor: ListingCursor | null = this.#begin();
    this.#progress.goneOver(cursor.done);
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
    if (left !== null && nowMs - left.startedAtMs < PASS_IS_STALE_AFTER_MS) return left;
    const startedRequestSeq = outbox.nextRequestSeq();
    return { job: this.#job, scanId: chance.uuid(), position: null, done: 0, startedAtMs: nowMs, startedRequestSeq };
  }

  async #step(cursor: ListingCursor, signal: AbortSignal): Promise<Result<ListingCursor | null, RemoteFailure>> {
    const { setAside, files } = this.#ports;
    const freeBytes = files.freeBytes();
    if (freeBytes !== null && freeBytes < LEAST_FREE_BYTES) throw new TooLittleSpaceError(freeBytes);
    const { requestSeq, answer } =
      this.#ahead?.token === cursor.position ? this.#ahead : this.#ask(cursor, cursor.position, signal);
    this.#ahead = null;
    const page = await answer;
    if (!page.ok) return page;
    this.#learnListing();
    const { items, nextPageToken, rows } = page.value;
    // An empty page with a token would be a walk without an end.
    const isLast = nextPageToken === null || rows === 0 || nextPageToken === cursor.position;
    if (!isLast) this.#ahead = this.#ask(cursor, nextPageToken, signal);
    if (page.value.setAside > 0) setAside(page.value.setAside);
    this.#isPartial ||= page.value.setAside > 0;
    const stale = await applyListedPage(this.#ports, { files: items, scanId: cursor.scanId, requestSeq });
    const read = await reread(this.#ports, stale, cursor.scanId, signal);
    if (!read.ok) return read;
    const done = cursor.done + rows;
    this.#progress.read(rows);
    const next = isLast ? null : { ...cursor, position: nextPageToken, done };
    this.#keep(next);
    this.#ports.announce('files.changed');
    return next === null ? await this.#complete(cursor, signal) : ok(next);
  }

  /** A page is older than every update that is numbered after it was asked for. */
  #ask({ scanId }: ListingCursor, token: string | null, signal: AbortSignal): AskedPage {
    const { service, outbox } = this.#ports;
    const requestSeq = outbox.nextRequestSeq();
    const keepUnknown = skipUnchangedRows(this.#ports, this.#network, { requestSeq, scanId });
    const answer = service.listFiles(this.#network, token, FILES_PER_PAGE, signal, 'anyOrder', keepUnknown);
    // It is awaited when its turn comes, if it ever does.
    answer.catch(() => undefined);
    return { token, requestSeq, answer };
  }

  #keep(cursor: ListingCursor | null): void {
    this.#ports.files.setCursor(this.#ports.connection().id, this.#job, cursor);
  }

  #learnListing(): void {
    const { connection, learn, clock } = this.#ports;
    if (connection().learnt.listing.kind === 'yes') return;
    const yes = { kind: 'yes' as const, checkedAtMs: clock.nowMs() };
    learn({ listing: yes, files: yes });
  }

  /** Only a pass that reached the end, and understood every row, may say that a file is missing. */
  async #complete(cursor: ListingCursor, signal: AbortSignal): Pulled {
    if (this.#isPartial) return ok(null);
    const { files, connection } = this.#ports;
    const { scanId, startedRequestSeq } = cursor;
    const missing = files.notMetBy(connection().id, this.#network, scanId, startedRequestSeq);
    return await reconcileMissing(this.#ports, missing, signal);
  }

  async #afterFailure(cursor: ListingCursor, failure: RemoteFailure): Pulled {
    const { learn, clock } = this.#ports;
    if (cursor.position === null && isNotFound(failure)) {
      const no = { kind: 'no' as const, checkedAtMs: clock.nowMs(), words: wordsOf(failure), requestId: null };
      // A service that lists one network may have no list of the other.
      if (this.#network === networks.options[0]) learn({ listing: no });
      return ok(null);
    }
    // A page token the service no longer takes: the next check starts the pass again.
    const isTokenOld = ['refused', 'gone'].includes(failureClassOf(failure).kind);
    if (cursor.position !== null && isTokenOld) this.#keep(null);
    return { ok: false, failure };
  }
}

/** How far a look at every file has come, over both networks. */
export class FilesProgress {
  readonly #ports: Pick<SyncPorts, 'progress' | 'clock'>;
  readonly #startedAtMs: number;
  /** As many as the last time, about; null when there was no last time. */
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

  /** Rows that were read before a stop. */
  goneOver(rows: number): void {
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
