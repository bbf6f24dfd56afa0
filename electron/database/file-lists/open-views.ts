import type { Database } from 'better-sqlite3';
import type { ConnectionId, FileKey } from '../../../src/domain/core/ids.ts';
import type { FileQuery } from '../../../src/domain/files/queries.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { all, runQuery, type QueryResult, type Sliced } from './run-query.ts';
import { numberOf } from '../sqlite/column-parsers.ts';

/** An ordered list of row ids, frozen when it was opened. */
export type View = QueryResult & { readonly viewId: number };

type KeptView = View & { readonly connectionId: ConnectionId; readonly life: Life };
/** What is still looked for when nobody looks at the view any more is left. */
type Life = { isOver: boolean };

const KEPT_VIEWS = 8;

/** Opens views and keeps the latest few. */
export function openViews(db: Database, sliced: Sliced) {
  const ids = mirrorIds(db);
  const found = runQuery(db, sliced);
  const selectRowId = db
    .prepare<[string, string, string], unknown>(
      /* sql */ `
      SELECT file.row_id FROM copies AS copy JOIN files AS file ON file.copy = copy.number
      WHERE copy.connection_id = ? AND file.network = ? AND file.id = ?
    `,
    )
    .pluck();
  const kept = new Map<number, KeptView>();
  let opened = 0;

  function close(viewId: number): void {
    const view = kept.get(viewId);
    if (view !== undefined) view.life.isOver = true;
    kept.delete(viewId);
  }

  function keep(view: KeptView): KeptView {
    kept.set(view.viewId, view);
    const oldest = kept.keys().next().value;
    if (kept.size > KEPT_VIEWS && oldest !== undefined) close(oldest);
    return view;
  }

  return {
    /** @returns null when `isWanted` said no before the answer was there */
    open: async (connectionId: ConnectionId, query: FileQuery, isWanted: () => boolean): Promise<View | null> => {
      const mirrorId = ids.find(connectionId);
      const life: Life = { isOver: false };
      const asked = { query, isWanted, isKept: () => !life.isOver };
      const answer = mirrorId === null ? all(new Uint32Array()) : await found(mirrorId, asked);
      return answer === null ? null : keep({ ...answer, viewId: ++opened, connectionId, life });
    },
    /** @returns null when it was closed or outlived */
    find: (viewId: number): View | null => {
      const view = kept.get(viewId);
      if (view === undefined) return null;
      kept.delete(viewId);
      kept.set(viewId, view);
      return view;
    },
    /** @returns null when the file is not in the view, or the view was given up */
    position: async (viewId: number, key: FileKey): Promise<number | null> => {
      const view = kept.get(viewId);
      const rowId = view === undefined ? undefined : selectRowId.get(view.connectionId, key.network, key.id);
      if (view === undefined || rowId === undefined) return null;
      const position = (await view.whole)?.indexOf(numberOf(rowId)) ?? -1;
      return position === -1 ? null : position;
    },
    close,
  };
}
