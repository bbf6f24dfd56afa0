import { ok } from '../../../src/domain/core/result.ts';
import { lookedAt, seenAt } from '../../../src/domain/library/look.ts';
import { type HandlerContext, withConnection } from '../handler-context.ts';
import type { SomeHandlers } from '../router.ts';

type Context = Pick<HandlerContext, 'clock' | 'connections' | 'library'>;

/** The channels of the library that the outbox answers. */
export const libraryHandlers = (context: Context) => {
  const { library, clock } = context;
  return {
    'library.arrived': async ({ connectionId, sinceMs }) =>
      ok(await library.arrived(connectionId, sinceMs, clock.nowMs())),
    'library.look': ({ connectionId }) =>
      // A removed connection leaves no visit behind.
      withConnection(context, connectionId, () => {
        const look = lookedAt(library.looks.get(connectionId), clock.nowMs());
        library.looks.put(connectionId, look);
        return ok(look);
      }),
    'library.seen': ({ connectionId }) =>
      withConnection(context, connectionId, () => {
        const look = seenAt(clock.nowMs());
        library.looks.put(connectionId, look);
        return ok(look);
      }),
  } satisfies SomeHandlers;
};
