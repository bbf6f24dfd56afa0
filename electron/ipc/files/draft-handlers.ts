import type { Failure } from '../../../src/domain/core/failure.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { isTooLong } from '../../../src/domain/edits/draft.ts';
import { type HandlerContext, withConnection } from '../handler-context.ts';
import { mirroredName } from '../requested-files.ts';
import type { SomeHandlers } from '../router.ts';

type Context = Pick<HandlerContext, 'announce' | 'clock' | 'connections' | 'drafts' | 'tables'>;

const unfit = (problem: 'tooLong' | 'tooMany'): Failure => ({ kind: 'unfit', what: 'draft', problem });

/** The drafts of a connection. No failure holds a word of one. */
export function draftHandlers(context: Context) {
  const { announce, clock, drafts } = context;
  return {
    'drafts.list': ({ connectionId }) => {
      const named = drafts.list(connectionId).map((one) => {
        const fileName = mirroredName(context, connectionId, one.key);
        return { ...one, fileName };
      });
      return ok({ drafts: named });
    },
    'drafts.keep': ({ connectionId, key, draft }) =>
      withConnection(context, connectionId, () => {
        if (isTooLong(draft)) return fail(unfit('tooLong'));
        if (!drafts.keep({ ...key, connectionId }, draft, clock.nowMs())) return fail(unfit('tooMany'));
        announce('drafts.changed');
        return ok(null);
      }),
    'drafts.discard': ({ connectionId, key, part }) => {
      if (drafts.discard({ ...key, connectionId }, part)) announce('drafts.changed');
      return ok(null);
    },
  } satisfies SomeHandlers;
}
