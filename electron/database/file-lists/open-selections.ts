import type { Database } from 'better-sqlite3';
import type { ConnectionId, FileKey } from '../../../src/domain/core/ids.ts';
import type { OpenSelection } from '../../../src/domain/files/queries.ts';
import { fileRowId, mirrorIds } from '../mirror/mirror-ids.ts';
import type { openViews } from './open-views.ts';

/** A row is found by its key in about 3 µs: a slice is 5 ms. */
const SLICE_KEYS = 1_500;

/** Finds the row ids of a selection: in the order of its list, or as it names them. Yields between slices. */
export function openSelections(
  db: Database,
  views: Pick<ReturnType<typeof openViews>, 'find'>,
  yieldToEventLoop: () => Promise<void>,
): (connectionId: ConnectionId, selection: OpenSelection) => Promise<Uint32Array | null> {
  const ids = mirrorIds(db);
  const rowIdOf = fileRowId(db);

  async function named(mirrorId: number, keys: readonly FileKey[]): Promise<ReadonlySet<number>> {
    const rowIds = new Set<number>();
    for (let from = 0; from < keys.length && db.open; from += SLICE_KEYS) {
      for (const key of keys.slice(from, from + SLICE_KEYS)) {
        const rowId = rowIdOf(mirrorId, key);
        if (rowId !== null) rowIds.add(rowId);
      }
      await yieldToEventLoop();
    }
    return rowIds;
  }

  return async (connectionId, selection) => {
    const mirrorId = ids.find(connectionId);
    if (mirrorId === null) return new Uint32Array();
    if (selection.kind === 'keys') return Uint32Array.from(await named(mirrorId, selection.keys));
    const all = (await views.find(selection.viewId)?.whole)?.rowIds ?? null;
    if (all === null || selection.except.length === 0 || !db.open) return all;
    const left = await named(mirrorId, selection.except);
    return all.filter((rowId) => !left.has(rowId));
  };
}
