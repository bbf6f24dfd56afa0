import type { Database } from 'better-sqlite3';
import type { ConnectionId, FileKey } from '../../src/domain/ids.ts';
import type { FileQuery } from '../../src/domain/view-query.ts';
import { copies } from './copies.ts';
import { HeldOrders } from './held-orders.ts';
import { listBeginning } from './list-beginning.ts';
import { numberOf } from './rows.ts';
import { scanSearch } from './scan-search.ts';
import type { SlicedOrder } from './sliced-order.ts';
import { viewQuery } from './view-query.ts';

/**
 * An ordered list of row ids, frozen when it was opened. Of a long one only the beginning may be here yet.
 *
 * @property count rows of the whole; a row that comes or goes while it is read makes the whole a little longer or shorter
 */
export type View = {
  readonly viewId: number;
  readonly count: number;
  readonly beginning: Uint32Array;
  readonly whole: Promise<Uint32Array>;
};

type Found = Omit<View, 'viewId'>;

const KEPT_VIEWS = 8;

/** Opens views and keeps the latest few. @param breathe lets a question that took this one's place be heard */
export function views(db: Database, sliced: SlicedOrder, breathe: () => Promise<void>) {
  const copy = copies(db);
  const answer = viewQuery(db);
  const scan = scanSearch(db, breathe);
  const orders = new HeldOrders(db, sliced);
  const begin = listBeginning(db);
  const selectRowId = db
    .prepare<[string, string, string], unknown>(
      /* sql */ `
      SELECT file.row_id FROM copies AS copy JOIN files AS file ON file.copy = copy.number
      WHERE copy.connection_id = ? AND file.network = ? AND file.id = ?
    `,
    )
    .pluck();
  const kept = new Map<number, View & { readonly connectionId: ConnectionId }>();
  let opened = 0;

  // In one transaction, so that order, text index, backlog and rows are of the same moment.
  const quickly = db.transaction((of: number, query: FileQuery, scanned?: Uint32Array) =>
    answer.rowIds(of, query, (...which) => orders.current(...which), scanned),
  );
  const afterReading = db.transaction((of: number, query: FileQuery, scanned?: Uint32Array) =>
    answer.rowIds(of, query, (...which) => orders.latest(...which), scanned),
  );

  async function afterOrder(of: number, query: FileQuery, scanned?: Uint32Array): Promise<Uint32Array> {
    await orders.ready(of, query.sort.column);
    return db.open ? (afterReading(of, query, scanned) ?? new Uint32Array()) : new Uint32Array();
  }

  async function find(connectionId: ConnectionId, query: FileQuery, isWanted: () => boolean): Promise<Found | null> {
    const of = copy.find(connectionId);
    if (of === null) return all(new Uint32Array());
    const scanned = await scan(of, query.search, isWanted);
    if (scanned === null) return null;
    if (!db.open) return all(new Uint32Array());
    const quick = quickly(of, query, scanned);
    if (quick !== null) return all(quick);
    const beginning = begin(of, query);
    const whole = afterOrder(of, query, scanned);
    if (beginning === null) return all(await whole);
    // Whoever needs more than the beginning hears of what went wrong.
    whole.catch(() => undefined);
    return { count: beginning.count, beginning: beginning.rowIds, whole };
  }

  return {
    /** @returns null when `isWanted` said no before the answer was there */
    open: async (connectionId: ConnectionId, query: FileQuery, isWanted: () => boolean): Promise<View | null> => {
      const found = await find(connectionId, query, isWanted);
      if (found === null) return null;
      const view = { ...found, viewId: ++opened, connectionId };
      kept.set(view.viewId, view);
      const oldest = kept.keys().next().value;
      if (kept.size > KEPT_VIEWS && oldest !== undefined) kept.delete(oldest);
      return view;
    },
    /** @returns null when it was closed or outlived */
    find: (viewId: number): View | null => {
      const view = kept.get(viewId);
      if (view === undefined) return null;
      kept.delete(viewId);
      kept.set(viewId, view);
      return view;
    },
    /** @returns null when the file is not in the view */
    position: async (viewId: number, key: FileKey): Promise<number | null> => {
      const view = kept.get(viewId);
      const rowId = view === undefined ? undefined : selectRowId.get(view.connectionId, key.network, key.id);
      if (view === undefined || rowId === undefined) return null;
      const position = (await view.whole).indexOf(numberOf(rowId));
      return position === -1 ? null : position;
    },
    close: (viewId: number): void => void kept.delete(viewId),
  };
}

const all = (rowIds: Uint32Array): Found => ({
  count: rowIds.length,
  beginning: rowIds,
  whole: Promise.resolve(rowIds),
});
