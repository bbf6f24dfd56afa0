import { fail, ok } from '../../../src/domain/core/result.ts';
import { type HandlerContext, notFound } from '../handler-context.ts';
import type { SomeHandlers } from '../router.ts';

type Context = Pick<HandlerContext, 'activity' | 'clock' | 'connections' | 'copySizeBytes' | 'tables'>;

/** The mirrors of the connections: what they hold, and the making anew of one. */
export const copyHandlers = ({ activity, clock, connections, copySizeBytes, tables }: Context) =>
  ({
    'connections.copies': () => {
      const sizeBytes = copySizeBytes();
      const counted = connections.list().map(({ id }) => ({ id, files: tables.files.count(id) }));
      const allFiles = counted.reduce((sum, { files }) => sum + files, 0);
      const copies = counted.map(({ id: connectionId, files }) => ({
        connectionId,
        files,
        sizeBytes: allFiles === 0 ? 0 : Math.round((sizeBytes * files) / allFiles),
        caughtUpAtMs: tables.files.caughtUpAtMs(connectionId),
        fullCheckAtMs: tables.files.fullCheckAtMs(connectionId),
      }));
      return ok({ copies, sizeBytes });
    },
    'connections.chooseParts': async ({ id, copiedParts }) => {
      const changed = await connections.chooseParts(id, copiedParts);
      return changed === null ? fail(notFound) : ok(changed);
    },
    'connections.rebuildCopy': async ({ id }) => {
      const fromMs = clock.nowMs();
      const files = tables.files.count(id);
      if (!(await connections.rebuildCopy(id))) return fail(notFound);
      activity.jobEnded(id, { job: 'rebuild', outcome: 'done', files, failed: 0, detail: null, fromMs });
      return ok(null);
    },
  }) satisfies SomeHandlers;
