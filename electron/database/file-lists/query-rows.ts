import type { Database } from 'better-sqlite3';
import { type ConnectionId, fileKey, type FileKey, network } from '../../../src/domain/core/ids.ts';
import type { FileColumn, FileQuery, Selection } from '../../../src/domain/files/queries.ts';
import type { Bitmap } from '../facet-index/bitmap.ts';
import { facetIndexReader } from '../facet-index/facet-index-reader.ts';
import { fileRowId, mirrorIds } from '../mirror/mirror-ids.ts';
import { rowSearch } from '../text-index/search.ts';
import { fileFilter } from './filters.ts';
import { type FoundText, searchedRows, searchPlans } from './search-plan.ts';
import { inDirection, type SortedBy, sortFiltered, sortOrders } from './sort-order.ts';

/** So few rows are put in order faster by themselves than all of them are. */
const FEW = 5_000;

/** Rows of a query in its order. @property inName how many of them, at the beginning, have all words in their name */
export type OrderedRows = { readonly rowIds: Uint32Array; readonly inName: number | null };

/** Gives the order of all rows; null when it is not at hand. */
type WholeOrder = (mirrorId: number, column: FileColumn) => SortedBy | null;

/** Answers which rows a query finds, in its order. */
export function queryRows(db: Database) {
  const order = sortOrders(db);
  const filter = fileFilter(db);
  const { lastRow } = facetIndexReader(db);
  const sorted = sortFiltered();

  function ordered(
    mirrorId: number,
    { column, descending }: FileQuery['sort'],
    mask: Bitmap | null,
    all: SortedBy | null,
  ) {
    if (all !== null) return mask === null ? inDirection(all, descending) : sorted(mask, all, descending);
    const isFew = mask !== null && mask.count <= FEW;
    return isFew ? inDirection(order(column, mirrorId, mask.rowIds()), descending) : null;
  }

  return {
    order,
    /**
     * @param text what was found in texts
     * @returns null when the order of all rows is needed and not at hand
     */
    rowIds: (mirrorId: number, query: FileQuery, text: FoundText, whole: WholeOrder): OrderedRows | null => {
      const found = searchedRows(text, lastRow());
      const mask = filter(mirrorId, query, { search: text.plan.search, found });
      const rowIds = ordered(mirrorId, query.sort, mask, whole(mirrorId, query.sort.column));
      if (rowIds === null) return null;
      return isNameFirst(query, text) ? namesFirst(rowIds, found.inName) : { rowIds, inName: null };
    },
  };
}

const isNameFirst = ({ nameFirst = false }: FileQuery, { plan }: FoundText): boolean =>
  nameFirst && plan.groups.length > 0;

/** Puts the rows of a bitmap before the others, without another change of their order. */
function namesFirst(rowIds: Uint32Array, inName: Bitmap): OrderedRows {
  const ranked = new Uint32Array(rowIds.length);
  let names = 0;
  for (const rowId of rowIds) if (inName.has(rowId)) ranked[names++] = rowId;
  let at = names;
  for (const rowId of rowIds) if (!inName.has(rowId)) ranked[at++] = rowId;
  return { rowIds: ranked, inName: names };
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
  const planOf = searchPlans(db);
  const search = rowSearch(db);
  const rowIdOf = fileRowId(db);

  const named = (mirrorId: number, keys: readonly FileKey[]): ReadonlySet<number> =>
    new Set(keys.flatMap((key) => rowIdOf(mirrorId, key) ?? []));
  function viewed(mirrorId: number, query: FileQuery): Uint32Array {
    const plan = planOf(mirrorId, query.search);
    const text = { plan, rows: [...plan.groups, ...plan.without].map(({ sets }) => search(mirrorId, sets)) };
    // Few rows need no order of all the others, which takes a fifth of a second to read for a million files.
    const few = find.rowIds(mirrorId, query, text, () => null);
    const found = few ?? find.rowIds(mirrorId, query, text, (of, column) => find.order(column, of, null));
    return found?.rowIds ?? new Uint32Array();
  }

  return db.transaction((connectionId: ConnectionId, selection: Selection): Uint32Array => {
    const mirrorId = ids.find(connectionId);
    if (mirrorId === null) return new Uint32Array();
    if (selection.kind === 'keys') return Uint32Array.from(named(mirrorId, selection.keys));
    const all = viewed(mirrorId, selection.query);
    const left = named(mirrorId, selection.except);
    return left.size === 0 ? all : all.filter((rowId) => !left.has(rowId));
  });
}

/** Every file of a view but a few, in the view's order: the selection as of now. */
export function selectedFiles(
  db: Database,
): (connectionId: ConnectionId, query: FileQuery, except: readonly FileKey[]) => readonly FileKey[] {
  const rowIds = selectedRows(db);
  const select = db.prepare<[number], unknown>('SELECT network, id FROM files WHERE row_id = ?');
  return (connectionId, query, except) =>
    Array.from(rowIds(connectionId, { kind: 'view', query, except: [...except] }), (rowId) =>
      fileKey.parse(select.get(rowId)),
    );
}
