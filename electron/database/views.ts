import type { Database } from 'better-sqlite3';
import type { ConnectionId, FileKey } from '../../src/domain/ids.ts';
import type { FileColumn, FileQuery } from '../../src/domain/view-query.ts';
import { copies } from './copies.ts';
import { common, keptBy, rowFilter } from './row-filter.ts';
import { inDirection, rowOrders, type RowOrder } from './row-order.ts';
import { rowSearch } from './row-search.ts';
import { numberOf } from './rows.ts';

/** An ordered list of row ids, frozen when it was opened. */
export type View = { readonly viewId: number; readonly rowIds: Uint32Array };

/** So few rows are put in order faster by themselves than all of them are. */
const FEW = 5_000;
/** Columns that pending edits have a part in; the others stay in order whatever is edited. */
const EDITED: ReadonlySet<FileColumn> = new Set(['name', 'state']);
const KEPT_VIEWS = 8;
const KEPT_ORDERS = 4;

type KnownOrder = {
  readonly copy: number;
  readonly column: FileColumn;
  readonly version: number;
  readonly order: RowOrder;
};

/** Opens views and keeps the latest few. */
export function views(db: Database) {
  const copy = copies(db);
  const order = rowOrders(db);
  const search = rowSearch(db);
  const filter = rowFilter(db);
  const selectSaid = db.prepare<[number], unknown>('SELECT said_version FROM copies WHERE number = ?').pluck();
  const selectShown = db.prepare<[number], unknown>('SELECT shown_version FROM copies WHERE number = ?').pluck();
  const selectRowId = db
    .prepare<[string, string, string], unknown>(
      /* sql */ `
      SELECT file.row_id FROM copies AS copy JOIN files AS file ON file.copy = copy.number
      WHERE copy.connection_id = ? AND file.network = ? AND file.id = ?
    `,
    )
    .pluck();
  const kept = new Map<number, View & { readonly connectionId: ConnectionId }>();
  let orders: readonly KnownOrder[] = [];
  let opened = 0;

  function wholeOrder(of: number, column: FileColumn, version: number): RowOrder {
    const known = knownOrder(of, column, version);
    if (known !== undefined) return known.order;
    const made = { copy: of, column, version, order: order(column, of, null) };
    orders = [made, ...orders.filter((one) => one.copy !== of || one.column !== column)].slice(0, KEPT_ORDERS);
    return made.order;
  }

  const knownOrder = (of: number, column: FileColumn, version: number): KnownOrder | undefined =>
    orders.find((one) => one.copy === of && one.column === column && one.version === version);

  function rowIds(of: number, query: FileQuery): Uint32Array {
    const { column, descending } = query.sort;
    const version = numberOf((EDITED.has(column) ? selectShown : selectSaid).get(of));
    const found = search(of, query.search);
    const sets = [...(found === null ? [] : [found]), ...filter(of, query)];
    const isFew = sets.some((set) => set.length <= FEW) && knownOrder(of, column, version) === undefined;
    if (isFew) return inDirection(order(column, of, common(sets)), descending);
    return keptBy(inDirection(wholeOrder(of, column, version), descending), sets);
  }

  // In one transaction, so that index, backlog and rows are of the same moment.
  const rowIdsNow = db.transaction((connectionId: ConnectionId, query: FileQuery): Uint32Array => {
    const of = copy.find(connectionId);
    return of === null ? new Uint32Array() : rowIds(of, query);
  });

  return {
    open: (connectionId: ConnectionId, query: FileQuery): View => {
      const view = { viewId: ++opened, connectionId, rowIds: rowIdsNow(connectionId, query) };
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
