import { fail, ok } from '../../../src/domain/core/result.ts';
import { type HandlerContext, notFound } from '../handler-context.ts';
import type { SomeHandlers } from '../router.ts';
import type { ConnectionTurns } from './connection-turns.ts';

type Context = Pick<HandlerContext, 'connections' | 'copySizeBytes' | 'tables'>;

/** What the mirrors of the connections hold. */
export const copyHandlers = ({ connections, copySizeBytes, tables }: Context) =>
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
  }) satisfies SomeHandlers;

type ChangeContext = Pick<HandlerContext, 'activity' | 'clock' | 'connections' | 'tables'>;

/** What makes a mirror anew, or chooses what is in it. */
export const copyChangeHandlers = (
  { activity, clock, connections, tables }: ChangeContext,
  turns: Pick<ConnectionTurns, 'change'>,
) =>
  ({
    'connections.chooseParts': async ({ id, copiedParts }) => {
      const changed = await turns.change(id, () => connections.chooseParts(id, copiedParts));
      return changed === null ? fail(notFound) : ok(changed);
    },
    'connections.rebuildCopy': ({ id }) =>
      turns.change(id, async () => {
        const fromMs = clock.nowMs();
        const files = tables.files.count(id);
        if (!(await connections.rebuildCopy(id))) return fail(notFound);
        activity.jobEnded(id, { job: 'rebuild', outcome: 'done', files, failed: 0, detail: null, fromMs });
        return ok(null);
      }),
  }) satisfies SomeHandlers;
