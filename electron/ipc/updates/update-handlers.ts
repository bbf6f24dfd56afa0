import { accountRefOf } from '../../../src/domain/connections/connection.ts';
import { ok } from '../../../src/domain/core/result.ts';
import { filesWithEdits } from '../../../src/domain/edits/edit.ts';
import type { HandlerContext } from '../handler-context.ts';
import type { SomeHandlers } from '../router.ts';

type Context = Pick<HandlerContext, 'connections' | 'gateways' | 'preferences' | 'queries' | 'report' | 'updates'>;

/** The updates of the program: looks when asked or allowed, fetches a package, and leaves installing it to the person. */
export function updateHandlers(context: Context) {
  const { updates, preferences, gateways, report } = context;
  const now = () => {
    const { isDaily, checkedAtMs } = preferences.read().updates;
    const { state, problem, isWebHost } = updates;
    return ok({ state, problem, isDaily, checkedAtMs, isWebHost, filesWithEdits: waitingFiles(context) });
  };
  return {
    'updates.get': now,
    'updates.choose': ({ isDaily }) => {
      updates.choose(isDaily);
      return now();
    },
    'updates.check': async () => {
      await updates.check();
      return now();
    },
    'updates.download': () => {
      // It takes minutes, and announces how far it is.
      void updates.download().catch(report);
      return now();
    },
    'updates.show': async () => ok({ isOpened: updates.state.kind === 'ready' && (await updates.showPackage()) }),
    'updates.notes': async () => {
      const { state } = updates;
      const isOpened = 'notesUrl' in state && (await gateways.openAddress(state.notesUrl));
      return ok({ isOpened });
    },
  } satisfies SomeHandlers;
}

const waitingFiles = ({ connections, queries }: Pick<Context, 'connections' | 'queries'>): number =>
  connections.list().reduce((sum, one) => sum + filesWithEdits(queries.fileCounts(one.id, accountRefOf(one))), 0);
