import type { FileId, Network } from '../../src/domain/core/ids.ts';
import type { Result } from '../../src/domain/core/result.ts';
import type { ObservedFile } from '../../src/domain/files/file.ts';
import type { ApiKey } from '../../src/domain/keys/api-key.ts';
import type { RawKeyvalues } from '../../src/domain/service/metadata-mode.ts';
import type { RemoteFailure } from '../../src/domain/service/remote-failure.ts';

/** A file record from an answer, with its metadata as JSON had it: an update sends untouched values back unchanged. */
export type ReceivedFile = ObservedFile & { readonly keyvalues: RawKeyvalues };

export type Page<T> = {
  readonly items: readonly T[];
  /** Rows that no schema could read; they are missing from `items`. */
  readonly setAside: number;
  /** Why the first of them could not be read; null when all could. */
  readonly setAsideReason: string | null;
  /** All rows of the page: items, unreadable rows and stripped rows. */
  readonly rows: number;
};

export type FilePage = Page<ReceivedFile> & { readonly nextPageToken: string | null };
export type KeyPage = Page<{ readonly key: ApiKey; readonly raw: string }> & { readonly count: number | null };

/** The text of a row, with the id that its text starts with; the id is unchecked. */
export type UnreadRow = { readonly record: { readonly network: Network; readonly id: string }; readonly raw: string };

/** Marks rows whose text equals the mirror's text as seen. @returns the other rows, in order */
export type KeepUnknownRows = (rows: readonly UnreadRow[]) => readonly UnreadRow[];

/** The order of a file list: newest creation first, or whatever the service does by default. */
export type ListOrder = 'anyOrder' | 'newestFirst';

/** The service's filters of a key list. The service accepts `exhausted` only together with `limitedUse`. */
export type KeysNarrowed = {
  readonly limitedUse: boolean;
  readonly exhausted: boolean;
  /** An ILIKE pattern as the person typed it; null for every name. */
  readonly name: string | null;
};

/** The signature over one CID; null when nobody signed. */
export type Signed = { readonly signature: string | null };

/** A value or the reason why there is none. Never rejects because of the network. */
export type Answer<T> = Promise<Result<T, RemoteFailure>>;

/** The port of the remote service. Every call ends when `signal` is aborted, and reports network errors as failures. */
export type Service = {
  updateFile(network: Network, id: FileId, body: string, signal: AbortSignal): Answer<ReceivedFile>;
  /** Extension: `GET /files/{network}/{id}`. */
  readFile(network: Network, id: FileId, signal: AbortSignal): Answer<ReceivedFile>;
  /**
   * Extension: `GET /files/{network}`.
   *
   * @param limit rows, 1 to 1,000
   * @param order `anyOrder` by default
   * @param keepUnknown strips rows before they are parsed; `rows` counts stripped rows. May be called with no rows
   * @throws the error of `keepUnknown`
   */
  listFiles(
    network: Network,
    pageToken: string | null,
    limit: number,
    signal: AbortSignal,
    order?: ListOrder,
    keepUnknown?: KeepUnknownRows,
  ): Answer<FilePage>;
  /**
   * @param offset keys to skip
   * @param revoked true for revoked keys only; null for the service's default
   * @param narrowed the service's other filters; none by default
   */
  listKeys(offset: number, revoked: true | null, signal: AbortSignal, narrowed?: KeysNarrowed): Answer<KeyPage>;
  /** A CID that nobody signed is a success with `signature: null`. */
  signature(network: Network, cid: string, signal: AbortSignal): Answer<Signed>;
};

/** The turns of several requests, which start without a wait between them. */
export type Reservation = {
  /** Requests beyond the reserved ones go before those of everybody who has not begun. */
  readonly service: Service;
  /** Turns that no request has used yet. */
  readonly left: () => number;
  /** Gives the unused turns back. Call at the end of the work, once. */
  readonly release: () => void;
};

/** A service whose requests wait for their turns. */
export type PacedService = Service & {
  /**
   * Waits for the turns of `requests` requests at once.
   *
   * @returns null when `signal` was aborted first
   */
  reserve(requests: number, signal: AbortSignal): Promise<Reservation | null>;
};
