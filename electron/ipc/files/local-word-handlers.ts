import { fail, ok } from '../../../src/domain/core/result.ts';
import { type HandlerContext, withConnection } from '../handler-context.ts';
import { selectedKeys } from '../requested-files.ts';
import type { SomeHandlers } from '../router.ts';

type Context = Pick<
  HandlerContext,
  'announce' | 'chosen' | 'connections' | 'fileNotes' | 'groupNames' | 'marks' | 'stars'
>;

/** What a person sets on files for themselves. No service hears of it, and no failure holds a word of it. */
export function localWordHandlers(context: Context) {
  const { announce, fileNotes, groupNames, marks, stars } = context;
  return {
    'localWords.counts': ({ connectionId }) =>
      ok({
        stars: stars.count(connectionId),
        notes: fileNotes.count(connectionId),
        groupNames: groupNames.count(connectionId),
      }),
    'groupNames.list': ({ connectionId }) => ok([...groupNames.list(connectionId)]),
    'groupNames.put': ({ connectionId, group, name }) =>
      withConnection(context, connectionId, () => {
        if (!groupNames.put(connectionId, { group, name: name.trim() }))
          return fail({ kind: 'unfit' as const, what: 'group', problem: 'tooMany' });
        announce('groupNames.changed');
        return ok(null);
      }),
    'fileNotes.put': ({ connectionId, key, note }) =>
      withConnection(context, connectionId, () => {
        if (!fileNotes.put(connectionId, key, note))
          return fail({ kind: 'unfit' as const, what: 'note', problem: 'tooMany' });
        marks.set(connectionId, 'note', [key], note !== '');
        announce('files.changed');
        return ok(null);
      }),
    'stars.toggle': ({ connectionId, selection }) =>
      withConnection(context, connectionId, () => {
        const keys = selectedKeys(context, connectionId, selection);
        const toggled = stars.toggle(connectionId, keys);
        if (toggled === null) return fail({ kind: 'unfit' as const, what: 'star', problem: 'tooMany' });
        // The outbox has the stars: a crash before this line is mended at the next start.
        marks.set(connectionId, 'star', keys, toggled.isStarred);
        announce('files.changed');
        return ok({ isStarred: toggled.isStarred, files: keys.length });
      }),
  } satisfies SomeHandlers;
}
