import { ok } from '../../../src/domain/core/result.ts';
import type { HandlerContext } from '../handler-context.ts';
import type { SomeHandlers } from '../router.ts';

/** The channels of what happened to a connection. */
export const activityHandlers = ({ activity }: Pick<HandlerContext, 'activity'>) =>
  ({
    'activity.list': ({ connectionId, origin, day, limit }) => ok(activity.list(connectionId, { origin, day, limit })),
  }) satisfies SomeHandlers;
