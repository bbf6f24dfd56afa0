import { z } from 'zod';
import { fileQuery } from './queries.ts';
import { keyQuery } from '../keys/queries.ts';

export const savedViewId = z.uuid().brand('SavedViewId');
export type SavedViewId = z.infer<typeof savedViewId>;

export const savedViewName = z.string().trim().min(1).max(100);

/** A question about files, or about API keys. Before there were any about keys, what it is about was not said. */
export const savedQuestion = z.union([
  z.object({ about: z.literal('files').default('files'), query: fileQuery }),
  z.object({ about: z.literal('keys'), query: keyQuery }),
]);
export type SavedQuery = Readonly<z.infer<typeof savedQuestion>>;

/** A question that a person gave a name to; its place in the list is also its key, 1 to 9. */
export const savedView = z.object({ id: savedViewId, name: savedViewName }).and(savedQuestion);
export type SavedView = Readonly<z.infer<typeof savedView>>;

export const MOST_SAVED_VIEWS = 100;

/** Moves a view to another place, the others closing up. */
export function moved(views: readonly SavedView[], id: SavedViewId, to: number): readonly SavedView[] {
  const view = views.find((one) => one.id === id);
  if (view === undefined) return views;
  return views.filter((one) => one !== view).toSpliced(to, 0, view);
}
