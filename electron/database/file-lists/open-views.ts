import type { Database } from 'better-sqlite3';
import type { ConnectionId, FileKey } from '../../../src/domain/core/ids.ts';
import type { FileQuery } from '../../../src/domain/files/queries.ts';
import { fileRowId, mirrorIds } from '../mirror/mirror-ids.ts';
import { nextNamed } from './next-named.ts';
import { noResult, runQuery, type QueryResult, type Sliced } from './run-query.ts';

/** A query's row ids in order, frozen when the view was opened. */
export type View = QueryResult & { readonly viewId: number; readonly search: string };

type OpenView = View & { readonly query: FileQuery; readonly connectionId: ConnectionId; readonly life: Life };
/** A search for the rest of a view ends with the view. */
type Life = { isOver: boolean };

const MOST_VIEWS = 8;

/** Opens views, and keeps the latest few; a view beyond them is closed. */
export function openViews(db: Database, { lastViewId = 0, ...sliced }: Sliced & { readonly lastViewId?: number }) {
  const ids = mirrorIds(db);
  const found = runQuery(db, sliced);
  const rowIdIn = fileRowId(db);
  const rowIdOf = (connectionId: ConnectionId, key: FileKey): number | null => {
    const mirrorId = ids.find(connectionId);
    return mirrorId === null ? null : rowIdIn(mirrorId, key);
  };
  const next = nextNamed(db);
  const views = latestViews();
  let opened = lastViewId;

  return {
    /** @returns null when `isWanted` said no before the first page was there */
    open: async (connectionId: ConnectionId, query: FileQuery, isWanted: () => boolean): Promise<View | null> => {
      const mirrorId = ids.find(connectionId);
      const life: Life = { isOver: false };
      const input = { query, isWanted, isViewOpen: () => !life.isOver };
      const answer = mirrorId === null ? noResult : await found(mirrorId, input);
      return answer === null
        ? null
        : views.put({ ...answer, viewId: ++opened, search: query.search, query, connectionId, life });
    },
    /** @returns null when the view was closed */
    find: (viewId: number): View | null => views.use(viewId),
    /** @returns null when the file is not in the view, or the view was closed */
    position: async (viewId: number, key: FileKey): Promise<number | null> => {
      const view = views.get(viewId);
      const rowId = view === null ? null : rowIdOf(view.connectionId, key);
      if (view === null || rowId === null) return null;
      const position = (await view.whole)?.rowIds.indexOf(rowId) ?? -1;
      return position === -1 ? null : position;
    },
    /** @returns null when no name that is looked at begins with the text, or the view was closed */
    nextNamed: async (viewId: number, text: string, from: number): Promise<number | null> => {
      const view = views.get(viewId);
      const rowIds = (await view?.whole)?.rowIds;
      return view === null || rowIds === undefined ? null : next({ rowIds, query: view.query, text, from });
    },
    close: views.close,
  };
}

/** The views that were used last. */
function latestViews() {
  const views = new Map<number, OpenView>();
  function close(viewId: number): void {
    const view = views.get(viewId);
    if (view !== undefined) view.life.isOver = true;
    views.delete(viewId);
  }
  return {
    get: (viewId: number): OpenView | null => views.get(viewId) ?? null,
    /** The same; the view becomes the latest one. */
    use: (viewId: number): OpenView | null => {
      const view = views.get(viewId);
      if (view === undefined) return null;
      views.delete(viewId);
      views.set(viewId, view);
      return view;
    },
    put: (view: OpenView): OpenView => {
      views.set(view.viewId, view);
      const oldest = views.keys().next().value;
      if (views.size > MOST_VIEWS && oldest !== undefined) close(oldest);
      return view;
    },
    close,
  };
}
