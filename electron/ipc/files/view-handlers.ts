import { fail, ok } from '../../../src/domain/core/result.ts';
import type { Reader } from '../../database/read-only-database.ts';
import type { SomeHandlers } from '../router.ts';
import { notFound } from '../handler-context.ts';
import type { Cancellations } from '../cancellation.ts';

/** The channels of one file list, from its opening to its close. */
export const viewHandlers = (reader: Reader, tickets: Cancellations) =>
  ({
    'files.open': async ({ connectionId, query, ticket, firstRows }) => {
      const opened = await tickets.during(ticket, (isWanted) => reader.openWhile(isWanted, connectionId, query));
      if (opened === null) return fail(notFound);
      const rows = await reader.window(opened.viewId, 0, Math.min(firstRows, opened.count));
      return ok({ ...opened, rows: [...(rows ?? [])] });
    },
    'files.counted': async ({ viewId }) => {
      const count = await reader.counted(viewId);
      return count === null ? fail(notFound) : ok({ count });
    },
    'files.giveUp': ({ ticket }) => {
      tickets.giveUp(ticket);
      return ok(null);
    },
    'files.window': async ({ viewId, from, to }) => {
      const rows = await reader.window(viewId, from, to);
      return rows === null ? fail(notFound) : ok({ rows: [...rows] });
    },
    'files.position': async ({ viewId, key }) => ok({ position: await reader.position(viewId, key) }),
    'files.close': ({ viewId }) => {
      reader.closeView(viewId);
      return ok(null);
    },
  }) satisfies SomeHandlers;
