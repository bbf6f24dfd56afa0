import { z } from 'zod';
import { fileKey } from '../core/ids.ts';
import { keyQuery } from '../keys/queries.ts';
import { fileFilters, noFilters } from './file-filter.ts';

/** The columns of a file list. */
export const fileColumn = z.enum(['name', 'cid', 'size', 'type', 'group', 'network', 'created', 'state']);
export type FileColumn = z.infer<typeof fileColumn>;

/** The longest search, in UTF-16 code units. */
export const LONGEST_SEARCH = 500;

/** Filters, search and order of a file list. Equal queries over the same mirror give the same rows in the same order. */
export const fileQuery = fileFilters.extend({
  /** Words to find in name, CID, id or metadata, as `fileSearch` reads them; empty finds everything. */
  search: z.string().max(LONGEST_SEARCH),
  sort: z.object({ column: fileColumn, descending: z.boolean() }),
  /** Files whose name holds all words come first, in the order of `sort` as the others. */
  nameFirst: z.boolean().optional(),
});
export type FileQuery = Readonly<z.infer<typeof fileQuery>>;

/** The order of a list where nobody named one: what came last is what a person looks for, and works on. */
export const usualSort: FileQuery['sort'] = { column: 'created', descending: true };

/** The most rows of a list, or of a plan, that one answer brings. */
export const LARGEST_WINDOW_ROWS = 200;

/** The most files that the core takes by key; beyond that only all files of a query can be selected. */
export const MOST_SELECTED_FILES = 20_000;

const selectedKeys = z.array(fileKey).max(MOST_SELECTED_FILES);

/** Selected files: some by key, or all files of a query except some. Does not change once an action starts. */
export const selection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keys'), keys: selectedKeys }),
  z.object({ kind: z.literal('view'), query: fileQuery, except: selectedKeys }),
]);
export type Selection = Readonly<z.infer<typeof selection>>;

/** All files of a connection, whatever is on screen. */
export const everyFile: Selection = {
  kind: 'view',
  query: { ...noFilters, search: '', sort: { column: 'name', descending: false } },
  except: [],
};

/** A selection frozen when an action begins, with the number of its files. */
export type CountedSelection = { readonly selection: Selection; readonly count: number };

/**
 * Selected files where the core has their list open: some by key, or all of the list except some. The rows of an open list
 * are at hand; a `Selection` has to be searched and put in order first.
 */
export const openSelection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keys'), keys: selectedKeys }),
  z.object({ kind: z.literal('list'), viewId: z.number().int().positive(), except: selectedKeys }),
]);
export type OpenSelection = Readonly<z.infer<typeof openSelection>>;

/** The most fields of one file that an edit changes. */
export const MOST_EDITED_FIELDS = 100;

/** The most files whose open changes are told at once. */
export const MOST_ASKED_FILES = 200;

/** The longest beginning of a name that is looked for, in UTF-16 code units. */
export const LONGEST_TYPED_NAME = 200;

/** The id of a saved view, made here. */
export const savedViewId = z.uuid().brand('SavedViewId');
export type SavedViewId = z.infer<typeof savedViewId>;

/** The longest name of a saved view, in UTF-16 code units. */
export const LONGEST_VIEW_NAME = 100;

/** The name of a saved view, which is never empty. */
export const savedViewName = z.string().trim().min(1).max(LONGEST_VIEW_NAME);

/** A query of files or of API keys. Older stored views have no `about`: they are of files. */
export const savedQuery = z.union([
  z.object({ about: z.literal('files').default('files'), query: fileQuery }),
  z.object({ about: z.literal('keys'), query: keyQuery }),
]);
export type SavedQuery = Readonly<z.infer<typeof savedQuery>>;

/** A saved view: a named query. The first nine have a shortcut, by position. */
export const savedView = z.object({ id: savedViewId, name: savedViewName }).and(savedQuery);
export type SavedView = Readonly<z.infer<typeof savedView>>;

/** The saved views in stored JSON. One that cannot be read is left out, so that the others stay in reach; null for no list. */
export const readableViews = (stored: unknown): readonly SavedView[] | null =>
  Array.isArray(stored) ? stored.flatMap((view: unknown) => savedView.safeParse(view).data ?? []) : null;

/** Most saved views of one connection. */
export const MOST_SAVED_VIEWS = 100;

/** Moves a view to another position. @param to from 0, counted without the view */
export function moved(views: readonly SavedView[], id: SavedViewId, to: number): readonly SavedView[] {
  const view = views.find((one) => one.id === id);
  if (view === undefined) return views;
  return views.filter((one) => one !== view).toSpliced(to, 0, view);
}
