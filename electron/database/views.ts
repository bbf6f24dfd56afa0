import type { Database } from 'better-sqlite3';
import type { ConnectionId, FileKey } from '../../src/domain/ids.ts';
import type { FileQuery } from '../../src/domain/view-query.ts';
import { copies } from './copies.ts';
import { HeldOrders } from './held-orders.ts';
import { numberOf } from './rows.ts';
import { scanSearch } from './scan-search.ts';
import type { SlicedOrder } from './sliced-order.ts';
import { viewQuery } from './view-query.ts';

/** An ordered list of row ids, frozen when it was opened. */
export type View = { readonly viewId: number; readonly rowIds: Uint32Array };

const KEPT_VIEWS = 8;

/** Opens views and keeps the latest few. @param breathe lets a question that took this one's place be heard */
export function views(db: Database, sliced: SlicedOrder, breathe: () => Promise<void>) {
  const copy = copies(db);
  const find = viewQuery(db);
  const scan = scanSearch(db, breathe);
  const orders = new HeldOrders(db, sliced);
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
    find.rowIds(of, query, (...which) => orders.current(...which), scanned),
  );
  const afterReading = db.transaction((of: number, query: FileQuery, scanned?: Uint32Array) =>
    find.rowIds(of, query, (...which) => orders.latest(...which), scanned),
  );

  async function rowIds(
    connectionId: ConnectionId,
    query: FileQuery,
    isWanted: () => boolean,
  ): Promise<Uint32Array | null> {
    const of = copy.find(connectionId);
    if (of === null) return new Uint32Array();
    const scanned = await scan(of, query.search, isWanted);
    if (scanned === null) return null;
    if (!db.open) return new Uint32Array();
    const quick = quickly(of, query, scanned);
    if (quick !== null) return quick;
    await orders.ready(of, query.sort.column);
    return db.open ? (afterReading(of, query, scanned) ?? new Uint32Array()) : new Uint32Array();
  }

  return {
    /** @returns null when `isWanted` said no before the answer was there */
    open: async (connectionId: ConnectionId, query: FileQuery, isWanted: () => boolean): Promise<View | null> => {
      const found = await rowIds(connectionId, query, isWanted);
      if (found === null) return null;
      const view = { viewId: ++opened, connectionId, rowIds: found };
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
    position: (viewId: number, key: FileKey): number | null => {
      const view = kept.get(viewId);
      const rowId = view === undefined ? undefined : selectRowId.get(view.connectionId, key.network, key.id);
      const position = rowId === undefined ? -1 : (view?.rowIds.indexOf(numberOf(rowId)) ?? -1);
      return position === -1 ? null : position;
    },
    close: (viewId: number): void => void kept.delete(viewId),
  };
}
