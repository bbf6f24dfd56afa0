import type { ConnectionId, FileKey, KeyId } from '../../src/domain/core/ids.ts';
import type { FileQuery } from '../../src/domain/files/queries.ts';
import type { KeyAudit } from '../../src/domain/keys/key-audit.ts';
import type { SignatureFilter } from '../../src/domain/signatures/signature-record.ts';
import { type Counted, type Facets, facetCounts, type FileCounts } from './file-lists/facet-counts.ts';
import { fileRows } from './file-lists/file-rows.ts';
import type { FileRow } from '../../src/domain/files/file-row.ts';
import { openViews } from './file-lists/open-views.ts';
import { countQuery } from './file-lists/query-rows.ts';
import { sortOrderLoader } from './file-lists/sort-order-loader.ts';
import { keyQueries, type UsedKey } from './keys/key-queries.ts';
import {
  type SignatureCounts,
  type SignaturePage,
  signatureQueries,
  unfetchedSignatures,
} from './signatures/signature-queries.ts';
import { SlicedSearch } from './text-index/search.ts';
import { openToRead } from './text-index/open-text-index.ts';
import type { KeyQuery } from '../../src/domain/keys/queries.ts';
import type { KeyCounts, KeyRow } from '../../src/domain/keys/key-row.ts';

export const LARGEST_WINDOW_ROWS = 200;

/**
 * @property count of the files that are found; of those found so far while `isCounted` is false, and then only they are
 *   at hand at once
 */
export type Opened = { readonly viewId: number; readonly count: number; readonly isCounted: boolean };

/** Answers what screens ask of the copy, while somebody else writes it. */
export type Reader = {
  open(connectionId: ConnectionId, query: FileQuery): Promise<Opened>;
  /** @returns null when `isWanted` said no before the answer was there */
  openWhile(isWanted: () => boolean, connectionId: ConnectionId, query: FileQuery): Promise<Opened | null>;
  /** Rows by position, `to` not included, at most 200. @returns null when the view was closed or outlived */
  window(viewId: number, from: number, to: number): Promise<readonly FileRow[] | null>;
  /** How many files the view finds, once all are found. @returns null when it was closed or outlived before */
  counted(viewId: number): Promise<number | null>;
  /** @returns null when the file is not in the view */
  position(viewId: number, key: FileKey): Promise<number | null>;
  closeView(viewId: number): void;
  /** Those that are still there, for files of the same content. */
  rows(rowIds: Uint32Array): readonly FileRow[];
  counts(connectionId: ConnectionId): FileCounts;
  facets(connectionId: ConnectionId): Facets;
  facetValues(connectionId: ConnectionId, key: string): readonly Counted[];
  /** @returns null for a query that searches, which would have to be run */
  count(connectionId: ConnectionId, query: FileQuery): number | null;
  /** Also which keys were not used for so many days before `nowMs`. */
  keysChosen(connectionId: ConnectionId, query: KeyQuery, nowMs: number): readonly KeyRow[];
  /** @returns null when the copy does not hold it */
  keyGet(connectionId: ConnectionId, id: KeyId): (UsedKey & { readonly raw: string }) | null;
  /** By the public value. @returns null when the copy does not hold it */
  keyByValue(connectionId: ConnectionId, value: string): UsedKey | null;
  keyAudit(connectionId: ConnectionId, nowMs: number): KeyAudit;
  keyCounts(connectionId: ConnectionId): KeyCounts;
  signaturePage(connectionId: ConnectionId, filter: SignatureFilter, from: number, to: number): SignaturePage;
  signatureCounts(connectionId: ConnectionId): SignatureCounts;
  /** How many files have a CID whose signature was never fetched. */
  unfetched(connectionId: ConnectionId): Promise<number>;
  close(): void;
};

/**
 * @param mirrorPath of a copy that has been opened for writing before, so that its tables are there
 * @param yieldToEventLoop lets what waits to be answered be answered before long reading goes on
 */
export function openReader(mirrorPath: string, yieldToEventLoop: () => Promise<void>): Reader {
  const db = openToRead(mirrorPath, 16);
  const orders = openToRead(mirrorPath, 8);
  const search = new SlicedSearch(db, openToRead(mirrorPath, 8), yieldToEventLoop);
  const view = openViews(db, {
    order: sortOrderLoader(orders, yieldToEventLoop),
    search,
    yieldToEventLoop: yieldToEventLoop,
  });
  const rows = fileRows(db);
  const keys = keyQueries(db);
  const signatures = signatureQueries(db);
  const openWhile: Reader['openWhile'] = async (isWanted, connectionId, query) => {
    const opened = await view.open(connectionId, query, isWanted);
    if (opened === null) return null;
    const { viewId, count, beginning } = opened;
    return { viewId, count: count ?? beginning.length, isCounted: count !== null };
  };

  return {
    open: async (connectionId, query) => {
      const opened = await openWhile(() => true, connectionId, query);
      if (opened === null) throw new Error('A question was given up that nobody could give up');
      return opened;
    },
    openWhile,
    window: async (viewId, from, to) => {
      const found = view.find(viewId);
      if (found === null) return null;
      const last = Math.max(from, Math.min(to, from + LARGEST_WINDOW_ROWS));
      const here = last <= found.beginning.length ? found.beginning : await found.whole;
      return db.open && here !== null ? rows(here.subarray(from, last)) : null;
    },
    counted: async (viewId) => {
      const found = view.find(viewId);
      return found === null ? null : (found.count ?? (await found.whole)?.length ?? null);
    },
    position: view.position,
    closeView: view.close,
    rows,
    ...facetCounts(db),
    count: countQuery(db),
    keysChosen: keys.chosen,
    keyGet: keys.get,
    keyByValue: keys.byValue,
    keyAudit: keys.audit,
    keyCounts: keys.counts,
    signaturePage: signatures.page,
    signatureCounts: signatures.counts,
    unfetched: unfetchedSignatures(db, yieldToEventLoop),
    close: () => {
      orders.close();
      db.close();
      search.close();
    },
  };
}
