import { z } from 'zod';
import { fileQuery } from './queries.ts';
import { keyQuery } from '../keys/queries.ts';

export const savedViewId = z.uuid().brand('SavedViewId');
export type SavedViewId = z.infer<typeof savedViewId>;

/** The name of a saved view, 1 to 100 characters. */
export const savedViewName = z.string().trim().min(1).max(100);

/** A query of files or of API keys. Older stored views have no `about`: they are of files. */
export const savedQuery = z.union([
  z.object({ about: z.literal('files').default('files'), query: fileQuery }),
  z.object({ about: z.literal('keys'), query: keyQuery }),
]);
export type SavedQuery = Readonly<z.infer<typeof savedQuery>>;

/** A saved view: a named query. The first nine have a shortcut, by position. */
export const savedView = z.object({ id: savedViewId, name: savedViewName }).and(savedQuery);
export type SavedView = Readonly<z.infer<typeof savedView>>;

/** Most saved views of one connection. */
export const MOST_SAVED_VIEWS = 100;

/** Moves a view to another position. @param to from 0, counted without the view */
export function moved(views: readonly SavedView[], id: SavedViewId, to: number): readonly SavedView[] {
  const view = views.find((one) => one.id === id);
  if (view === undefined) return views;
  return views.filter((one) => one !== view).toSpliced(to, 0, view);
}
