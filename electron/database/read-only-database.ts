import type { Database } from 'better-sqlite3';
import type { ConnectionId, FileKey, KeyId } from '../../src/domain/core/ids.ts';
import { type FileQuery, LARGEST_WINDOW_ROWS, type OpenSelection } from '../../src/domain/files/queries.ts';
import type { KeyAudit } from '../../src/domain/keys/key-audit.ts';
import type { SignatureCounts, SignatureFilter } from '../../src/domain/signatures/signature-record.ts';
import { projectedRecords, type WantedRecords } from './clipboard/projected-records.ts';
import { closeNames } from './file-lists/close-names.ts';
import { facetCounts } from './file-lists/facet-counts.ts';
import { fileRows } from './file-lists/file-rows.ts';
import type { Counted, Facets, FileCounts, FileRecord, FileRow } from '../../src/domain/files/file.ts';
import type { CloseName } from '../../src/domain/files/close-words.ts';
import type { SelectionContents, SelectionSizes } from '../../src/domain/files/selection-summary.ts';
import { openViews } from './file-lists/open-views.ts';
import { openSelections } from './file-lists/open-selections.ts';
import { countQuery } from './file-lists/query-rows.ts';
import { sortOrderLoader } from './file-lists/sort-order-loader.ts';
import { selectionContents } from './selections/selection-contents.ts';
import { selectionSizes } from './selections/selection-sizes.ts';
import { keyQueries } from './keys/key-queries.ts';
import type { KeyRunOuts } from '../../src/domain/keys/key-run-outs.ts';
import type { LibraryContents } from '../../src/domain/library/contents.ts';
import type { LibraryNews } from '../../src/domain/library/news.ts';
import { libraryQueries } from './library/library-queries.ts';
import type { UsedKey } from '../../src/domain/keys/key-usage.ts';
import { type SignaturePage, signatureQueries, unfetchedSignatures } from './signatures/signature-queries.ts';
import { SlicedSearch } from './text-index/search.ts';
import { openToRead } from './text-index/open-text-index.ts';
import type { ListedKey } from '../../src/domain/keys/listed-key.ts';
import type { KeyQuery } from '../../src/domain/keys/queries.ts';
import type { KeyCounts, KeyRow } from '../../src/domain/keys/api-key.ts';

/**
 * @property count files of the result; those of the first page while `isCounted` is false, and only those are at hand then
 */
export type Opened = { readonly viewId: number; readonly count: number; readonly isCounted: boolean };

/** Answers the questions of screens about the mirror, while the writer changes it. */
export type Reader = {
  open(connectionId: ConnectionId, query: FileQuery): Promise<Opened>;
  /** @returns null when `isWanted` said no before the first page was there */
  openWhile(isWanted: () => boolean, connectionId: ConnectionId, query: FileQuery): Promise<Opened | null>;
  /** Rows by position, `to` not included, at most 200. @returns null when the view was closed */
  window(viewId: number, from: number, to: number, keys?: readonly string[]): Promise<readonly FileRow[] | null>;
  /** Files of the whole result, once all are found. @returns null when the view was closed before */
  counted(viewId: number): Promise<number | null>;
  /** How many files at the beginning of a result were found by their name, once all are found; null where the order does not tell. */
  inName(viewId: number): Promise<number | null>;
  /** @returns null when the file is not in the view */
  position(viewId: number, key: FileKey): Promise<number | null>;
  /** @returns null when no name that is looked at begins with the text, or the view was closed */
  nextNamed(viewId: number, text: string, from: number): Promise<number | null>;
  /** Words of names that are nearly the word of a search. @returns null once `isWanted` says no */
  closeNames(connectionId: ConnectionId, search: string, isWanted: () => boolean): Promise<readonly CloseName[] | null>;
  closeView(viewId: number): void;
  /** The rows of a selection, in the order of the list or as it names them. @returns null when the list was closed */
  selected(connectionId: ConnectionId, selection: OpenSelection): Promise<Uint32Array | null>;
  /** The projected records of rows that are still there. */
  records(rowIds: Uint32Array, wanted: WantedRecords): Promise<readonly FileRecord[]>;
  selectionContents(connectionId: ConnectionId, rowIds: Uint32Array): Promise<SelectionContents>;
  /** @returns null once `isWanted` says no */
  selectionSizes(
    rowIds: Uint32Array,
    fullPairs: number | null,
    isWanted: () => boolean,
  ): Promise<SelectionSizes | null>;
  /** Rows that are still there. */
  rows(rowIds: Uint32Array): readonly FileRow[];
  counts(connectionId: ConnectionId): FileCounts;
  facets(connectionId: ConnectionId): Facets;
  facetValues(connectionId: ConnectionId, key: string): Counted[];
  /** Files that a query finds. @returns null for a query with a search, which would have to be run */
  count(connectionId: ConnectionId, query: FileQuery): number | null;
  /** Keys that a query asks for, in its order. @param nowMs end of the days without a use */
  keysPage(
    connectionId: ConnectionId,
    query: KeyQuery,
    page: { from: number; to: number; nowMs: number },
  ): Promise<{ readonly rows: readonly ListedKey[]; readonly count: number }>;
  keysChosen(connectionId: ConnectionId, query: KeyQuery, nowMs: number): Promise<readonly KeyRow[]>;
  /** @returns null when the mirror does not hold the key */
  keyGet(connectionId: ConnectionId, id: KeyId): (UsedKey & { readonly raw: string }) | null;
  /** A key by its public value. @returns null when the mirror does not hold it */
  keyByValue(connectionId: ConnectionId, value: string): UsedKey | null;
  keyAudit(connectionId: ConnectionId, nowMs: number): KeyAudit;
  keyCounts(connectionId: ConnectionId): KeyCounts;
  keyRunOuts(connectionId: ConnectionId): Promise<KeyRunOuts>;
  libraryContents(connectionId: ConnectionId, nowMs: number): Promise<LibraryContents>;
  /** @param sinceMs null counts by day alone */
  libraryNews(connectionId: ConnectionId, sinceMs: number | null, nowMs: number): Promise<LibraryNews>;
  signaturePage(connectionId: ConnectionId, filter: SignatureFilter, from: number, to: number): SignaturePage;
  signatureCounts(connectionId: ConnectionId): SignatureCounts;
  /** How many files have a CID whose signature was never fetched. */
  unfetched(connectionId: ConnectionId): Promise<number>;
  close(): void;
};

/**
 * @param mirrorPath of a mirror that was opened for writing before: its tables are there
 * @param yieldToEventLoop runs between slices of a long read, so that waiting questions are answered
 * @param lastViewId the views are numbered from the next one on
 */
export function openReader(mirrorPath: string, yieldToEventLoop: () => Promise<void>, lastViewId = 0): Reader {
  const db = openToRead(mirrorPath, 16);
  const orders = openToRead(mirrorPath, 8);
  const search = new SlicedSearch(db, openToRead(mirrorPath, 8), yieldToEventLoop);
  const view = openViews(db, {
    order: sortOrderLoader(orders, yieldToEventLoop),
    search,
    yieldToEventLoop: yieldToEventLoop,
    lastViewId,
  });
  const keys = keyQueries(db, yieldToEventLoop);
  const signatures = signatureQueries(db);

  return {
    ...viewsPart(db, view),
    closeNames: closeNames(db, { search, yieldToEventLoop }),
    ...facetCounts(db),
    selected: openSelections(db, view, yieldToEventLoop),
    records: projectedRecords(db, yieldToEventLoop),
    selectionContents: selectionContents(db, yieldToEventLoop),
    selectionSizes: selectionSizes(db, yieldToEventLoop),
    count: countQuery(db),
    keysPage: keys.page,
    keysChosen: keys.chosen,
    keyGet: keys.get,
    keyByValue: keys.byValue,
    keyAudit: keys.audit,
    keyCounts: keys.counts,
    keyRunOuts: keys.runOuts,
    ...libraryQueries(db, yieldToEventLoop),
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

type ViewsPart = Pick<
  Reader,
  'open' | 'openWhile' | 'window' | 'counted' | 'inName' | 'position' | 'nextNamed' | 'closeView' | 'rows'
>;

/** Views, and the rows that a screen shows of them. */
function viewsPart(db: Database, view: ReturnType<typeof openViews>): ViewsPart {
  const rows = fileRows(db);
  const openWhile: Reader['openWhile'] = async (isWanted, connectionId, query) => {
    const opened = await view.open(connectionId, query, isWanted);
    if (opened === null) return null;
    const { viewId, count, firstPage } = opened;
    return { viewId, count: count ?? firstPage.length, isCounted: count !== null };
  };

  return {
    open: async (connectionId, query) => {
      const opened = await openWhile(() => true, connectionId, query);
      if (opened === null) throw new Error('A question was given up that nobody could give up');
      return opened;
    },
    openWhile,
    window: async (viewId, from, to, keys) => {
      const found = view.find(viewId);
      if (found === null) return null;
      const last = Math.max(from, Math.min(to, from + LARGEST_WINDOW_ROWS));
      const here = last <= found.firstPage.length ? found.firstPage : ((await found.whole)?.rowIds ?? null);
      return db.open && here !== null ? rows(here.subarray(from, last), keys, found.search) : null;
    },
    counted: async (viewId) => {
      const found = view.find(viewId);
      return found === null ? null : (found.count ?? (await found.whole)?.rowIds.length ?? null);
    },
    inName: async (viewId) => {
      const found = view.find(viewId);
      return found?.isRanked === true ? ((await found.whole)?.inName ?? null) : null;
    },
    position: view.position,
    nextNamed: view.nextNamed,
    closeView: view.close,
    rows,
  };
}
