import { type Network, network as networks } from '../../../src/domain/core/ids.ts';
import { ok, type Result } from '../../../src/domain/core/result.ts';
import { failureClassOf, type RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import type { ListingCursor } from '../../database/mirror/mirror.ts';
import { TooLittleSpaceError } from '../../database/sqlite/errors.ts';
import type { Answer, FilePage, KeepUnknownRows, UnreadRow } from '../../remote/service.ts';
import { applyListedPage } from '../ingest/apply-remote-record.ts';
import { isNotFound, reconcileMissing, reread, statusMessage } from '../ingest/read-file.ts';
import type { SyncPorts } from '../ports.ts';

const FILES_PER_PAGE = 1_000;
/** Room for some 100,000 records more, and for edits. */
const LEAST_FREE_BYTES = 256_000_000;
/** An older cursor is dropped, and the scan begins anew. */
export const CURSOR_IS_STALE_AFTER_MS = 24 * 60 * 60_000;

type Pulled = Promise<Result<'yielded' | null, RemoteFailure>>;
type Stepped = Promise<Result<ListingCursor | 'yielded' | null, RemoteFailure>>;
type RequestedPage = { readonly token: string | null; readonly requestSeq: number; readonly answer: Answer<FilePage> };

/** The name of a network's scan, under which the mirror keeps its cursor. */
export const jobOf = (network: Network): string => `files:${network}`;

/** The progress of a full scan, over all networks. */
export type ScanProgress = {
  /** Counts the rows that were read before a stop. */
  readonly resumeAt: (rows: number) => void;
  readonly read: (rows: number) => void;
};

/** A full scan of one network: page by page through its list, resumable by page token after a stop or a crash. */
export class NetworkScan {
  readonly #ports: SyncPorts;
  readonly #network: Network;
  readonly #job: string;
  readonly #progress: ScanProgress;
  /** Whether a page had rows that could not be read. */
  #isPartial = false;
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
      if (stepped.value === 'yielded') return ok('yielded');
      cursor = stepped.value;
      if (cursor !== null && this.#ports.mustYield()) return ok('yielded');
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

  async #step(cursor: ListingCursor, signal: AbortSignal): Stepped {
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
    if (!isLast && !this.#ports.mustYield()) this.#ahead = this.#request(cursor, nextPageToken, signal);
    if (page.value.setAside > 0) setAside(page.value.setAside);
    this.#isPartial ||= page.value.setAside > 0;
    const stale = await applyListedPage(this.#ports, { files: items, scanId: cursor.scanId, requestSeq });
    const read = await reread(this.#ports, stale, cursor.scanId, signal);
    if (!read.ok) return read;
    this.#progress.read(rows);
    this.#ports.announce('files.changed');
    if (isLast) return await this.#complete(cursor, signal);
    const next = { ...cursor, position: nextPageToken, done: cursor.done + rows };
    this.#saveCursor(next);
    return ok(next);
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
    saveTraits({ listing: yes });
  }

  /** Only a scan that reached the end and could read every row may say that a file is missing. */
  async #complete(cursor: ListingCursor, signal: AbortSignal): Pulled {
    const { files, connection } = this.#ports;
    const { scanId, startedRequestSeq } = cursor;
    const missing = this.#isPartial ? [] : files.notSeenIn(connection().id, this.#network, scanId, startedRequestSeq);
    const confirmed = await reconcileMissing(this.#ports, missing, signal);
    // Kept until here, so that a stop in between confirms the rest next time.
    if (confirmed.ok && confirmed.value === null) this.#saveCursor(null);
    return confirmed;
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

/** When the mirror knows none of this many rows, the rest of the page is not compared: it is a first scan. */
const TRIED_FIRST = 20;

/**
 * Marks rows as seen whose text the mirror already holds, before their JSON is parsed: most rows of a scan. Rows of files
 * with waiting edits are never skipped, because the edits are compared with the record.
 */
function skipUnchangedRows(
  { files, outbox, connection, clock }: SyncPorts,
  network: Network,
  by: { readonly requestSeq: number; readonly scanId: string },
): KeepUnknownRows {
  const changedAmong = (rows: readonly UnreadRow[]): ReadonlySet<UnreadRow> => {
    const edited: ReadonlySet<string> = new Set(
      outbox.filesWithOpenChanges(connection().id).flatMap((key) => (key.network === network ? [key.id] : [])),
    );
    const atRest = rows.filter(({ record }) => !edited.has(record.id));
    const others = new Set(files.markSame(connection().id, atRest, { seenAtMs: clock.nowMs(), ...by }));
    return new Set(rows.filter((row) => edited.has(row.record.id) || others.has(row)));
  };
  return (rows) => {
    const first = changedAmong(rows.slice(0, TRIED_FIRST));
    if (first.size === TRIED_FIRST) return rows;
    const rest = changedAmong(rows.slice(TRIED_FIRST));
    return rows.filter((row) => first.has(row) || rest.has(row));
  };
}
