import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type ConnectionId, fileId, type FileKey, network } from '../../../src/domain/core/ids.ts';
import type { FileColumn, FileQuery, Selection } from '../../../src/domain/files/queries.ts';
import { searchable } from '../../../src/domain/core/text.ts';
import { spellingsOf } from '../../../src/domain/signatures/cid.ts';
import { Bitmap } from '../facet-index/bitmap.ts';
import { facetIndexReader } from '../facet-index/facet-index-reader.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { numberOf } from '../sqlite/column-parsers.ts';
import { rowSearch } from '../text-index/search.ts';
import { fileFilter } from './filters.ts';
import { inDirection, type SortedBy, sortFiltered, sortOrders } from './sort-order.ts';

/** So few rows are put in order faster by themselves than all of them are. */
const FEW = 5_000;

/**
 * Answers which rows a query finds, in its order. `whole` gives the order of all rows, or null when it is not at hand;
 * `scanned` are rows that hold the query's text, where they were looked for before.
 */
export function queryRows(db: Database) {
  const order = sortOrders(db);
  const search = rowSearch(db);
  const filter = fileFilter(db);
  const keyed = keyNameSearch(db);
  const { lastRow } = facetIndexReader(db);
  /** The rows of a search: those whose text holds it, and those with a metadata key that does. */
  const foundRows = (mirrorId: number, text: string, rowIds: Uint32Array | null): Bitmap | null => {
    if (rowIds === null) return null;
    const found = Bitmap.of(lastRow(), rowIds);
    const withKey = keyed(mirrorId, text);
    if (withKey !== null) found.addAll(withKey);
    return found;
  };
  const sorted = sortFiltered();
  return {
    order,
    /** @returns null when the order of all rows is needed and not at hand */
    rowIds: (
      mirrorId: number,
      query: FileQuery,
      whole: (mirrorId: number, column: FileColumn) => SortedBy | null,
      scanned?: Uint32Array,
    ): Uint32Array | null => {
      const { column, descending } = query.sort;
      const found = foundRows(mirrorId, query.search, scanned ?? search(mirrorId, query.search));
      const mask = filter(mirrorId, query, found);
      const all = whole(mirrorId, column);
      if (all !== null) return mask === null ? inDirection(all, descending) : sorted(mask, all, descending);
      const isFew = mask !== null && mask.count <= FEW;
      return isFew ? inDirection(order(column, mirrorId, mask.rowIds()), descending) : null;
    },
  };
}

/**
 * Finds the rows that have a metadata key whose name holds a text. The facet index knows every key once, however many rows
 * have it; the text index holds values alone.
 *
 * @returns null for a blank text, and when no key holds it
 */
export function keyNameSearch(db: Database): (mirrorId: number, text: string) => Bitmap | null {
  const sets = facetIndexReader(db);
  return (mirrorId, text) => {
    const bare = text.trim();
    return searchable(bare) === '' ? null : sets.withKeyContaining(mirrorId, spellingsOf(bare).map(searchable));
  };
}

/** Counts what a query finds without putting it in order. @returns null for a query that searches */
export function countQuery(db: Database): (connectionId: ConnectionId, query: FileQuery) => number | null {
  const ids = mirrorIds(db);
  const filter = fileFilter(db);
  const sets = facetIndexReader(db);

  const countNow = db.transaction((connectionId: ConnectionId, query: FileQuery): number => {
    const mirrorId = ids.find(connectionId);
    if (mirrorId === null) return 0;
    const ofNetworks = network.options.map((value) => sets.named(mirrorId, { field: 'network', key: '', value }));
    const mask = filter(mirrorId, query, null);
    // A file is on one network, so that this is every file of the copy once.
    return ofNetworks.reduce((sum, all) => {
      if (mask !== null) all.keep(mask);
      return sum + all.count;
    }, 0);
  });
  return (connectionId, query) => (query.search.trim() === '' ? countNow(connectionId, query) : null);
}

/** Finds the row ids of a selection: in the order of the view, or as the selection names them. */
export function selectedRows(db: Database): (connectionId: ConnectionId, selection: Selection) => Uint32Array {
  const ids = mirrorIds(db);
  const find = queryRows(db);
  const select = db
    .prepare<[number, string, string], unknown>('SELECT row_id FROM files WHERE copy = ? AND network = ? AND id = ?')
    .pluck();

  const named = (mirrorId: number, keys: readonly FileKey[]): ReadonlySet<number> =>
    new Set(
      keys.flatMap(({ network, id }) => {
        const rowId = select.get(mirrorId, network, id);
        return rowId === undefined ? [] : [numberOf(rowId)];
      }),
    );
  const viewed = (mirrorId: number, query: FileQuery): Uint32Array =>
    find.rowIds(mirrorId, query, (among) => find.order(query.sort.column, among, null)) ?? new Uint32Array();

  return db.transaction((connectionId: ConnectionId, selection: Selection): Uint32Array => {
    const mirrorId = ids.find(connectionId);
    if (mirrorId === null) return new Uint32Array();
    if (selection.kind === 'keys') return Uint32Array.from(named(mirrorId, selection.keys));
    const all = viewed(mirrorId, selection.query);
    const left = named(mirrorId, selection.except);
    return left.size === 0 ? all : all.filter((rowId) => !left.has(rowId));
  });
}

const keyRow = z.object({ network, id: fileId });

/** Every file of a view but a few, in the view's order: the selection as of now. */
export function selectedFiles(
  db: Database,
): (connectionId: ConnectionId, query: FileQuery, except: readonly FileKey[]) => readonly FileKey[] {
  const rowIds = selectedRows(db);
  const select = db.prepare<[number], unknown>('SELECT network, id FROM files WHERE row_id = ?');
  return (connectionId, query, except) =>
    Array.from(rowIds(connectionId, { kind: 'view', query, except: [...except] }), (rowId) =>
      keyRow.parse(select.get(rowId)),
    );
}
