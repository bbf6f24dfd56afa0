import type { ObservedFile } from '../../src/domain/files/file.ts';
import type { FileId, Network } from '../../src/domain/core/ids.ts';
import type { RawKeyvalues } from '../../src/domain/service/metadata-mode.ts';
import type { RemoteFailure } from '../../src/domain/service/remote-failure.ts';
import type { Result } from '../../src/domain/core/result.ts';
import type { ApiKey } from '../../src/domain/keys/api-key.ts';

/** A file as just received, with the parts an update needs exactly as JSON had them. */
export type ReceivedFile = ObservedFile & { readonly keyvalues: RawKeyvalues };

export type Page<T> = {
  readonly items: readonly T[];
  /** Rows that could not be understood and were left out. */
  readonly setAside: number;
  /** All rows of the page, understood or not, known or not. */
  readonly rows: number;
};

export type FilePage = Page<ReceivedFile> & { readonly nextPageToken: string | null };
export type KeyPage = Page<{ readonly key: ApiKey; readonly raw: string }> & { readonly count: number | null };

/** A row of a list as it was received, with the id that it seems to have. */
export type UnreadRow = { readonly record: { readonly network: Network; readonly id: string }; readonly raw: string };

/** Takes the rows whose very text is known. @returns the others, in order */
export type KeepUnknownRows = (rows: readonly UnreadRow[]) => readonly UnreadRow[];

/** A service orders files by their creation and by nothing else. */
export type ListOrder = 'anyOrder' | 'newestFirst';

/** What the service narrows a list of keys by; it takes `exhausted` only together with `limitedUse`. */
export type KeysNarrowed = {
  readonly limitedUse: boolean;
  readonly exhausted: boolean;
  /** An ILIKE pattern, as typed; null asks nothing. */
  readonly name: string | null;
};

export type Signed = { readonly signature: string | null };

export type Answer<T> = Promise<Result<T, RemoteFailure>>;

/** The service, in our words. Every call gives up when `signal` is aborted and never throws for what the network does. */
export type Service = {
  updateFile(network: Network, id: FileId, body: string, signal: AbortSignal): Answer<ReceivedFile>;
  /** Extension: `GET /files/{network}/{id}`. */
  readFile(network: Network, id: FileId, signal: AbortSignal): Answer<ReceivedFile>;
  /**
   * Extension: `GET /files/{network}`.
   *
   * @param limit rows, 1 to 1,000
   * @param order `anyOrder` when left out: whatever the service does by itself
   * @param keepUnknown what it takes is not read and not among the items, but counted; it may be given no rows at all
   * @throws what `takeKnown` throws
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
   * @param revoked true asks for revoked keys only; null asks unfiltered
   * @param narrowed by the service's other filters; all keys when left out
   */
  listKeys(offset: number, revoked: true | null, signal: AbortSignal, narrowed?: KeysNarrowed): Answer<KeyPage>;
  /** A CID nobody signed answers with `signature: null`, not with a failure. */
  signature(network: Network, cid: string, signal: AbortSignal): Answer<Signed>;
};
