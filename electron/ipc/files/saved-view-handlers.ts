import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { MOST_SAVED_VIEWS, moved, savedViewId, type SavedView } from '../../../src/domain/files/queries.ts';
import type { SomeHandlers } from '../router.ts';
import { type HandlerContext, withConnection } from '../handler-context.ts';

type Context = Pick<HandlerContext, 'announce' | 'connections' | 'random' | 'savedViews'>;

type Views = readonly SavedView[];

export function savedViewHandlers(context: Context) {
  const { savedViews, random, announce } = context;
  const answer = (views: Views) => ok({ views: [...views] });
  const changed = (of: ConnectionId, change: (views: Views) => Views) =>
    withConnection(context, of, () => {
      const views = change(savedViews.list(of));
      savedViews.set(of, views);
      announce('savedViews.changed');
      return answer(views);
    });

  return {
    'savedViews.list': ({ connectionId }) => answer(savedViews.list(connectionId)),
    'savedViews.add': ({ connectionId, name, ...question }) => {
      if (savedViews.list(connectionId).length >= MOST_SAVED_VIEWS)
        return fail({ kind: 'tooMany' as const, of: 'savedViews', most: MOST_SAVED_VIEWS });
      const id = savedViewId.parse(random.uuid());
      return changed(connectionId, (views) => [...views, { id, name, ...question }]);
    },
    'savedViews.rename': ({ connectionId, id, name }) =>
      changed(connectionId, (views) => views.map((view) => (view.id === id ? { ...view, name } : view))),
    'savedViews.move': ({ connectionId, id, to }) => changed(connectionId, (views) => moved(views, id, to)),
    'savedViews.remove': ({ connectionId, id }) =>
      changed(connectionId, (views) => views.filter((view) => view.id !== id)),
  } satisfies SomeHandlers;
}
