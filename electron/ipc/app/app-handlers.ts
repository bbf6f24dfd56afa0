import { fail, ok } from '../../../src/domain/core/result.ts';
import { type HandlerContext, namedSettings, notFound, pendingText, type Practice } from '../handler-context.ts';
import type { SomeHandlers } from '../router.ts';

type Context = Pick<
  HandlerContext,
  'announce' | 'clock' | 'copySizeBytes' | 'info' | 'notices' | 'preferences' | 'queries' | 'tokenKeeping'
>;

/** The app itself: its version, its preferences, and the waiting edits as a text to keep elsewhere. */
export const appHandlers = ({
  clock,
  info,
  notices,
  copySizeBytes,
  tokenKeeping,
  preferences,
  queries,
  announce,
}: Context) =>
  ({
    'app.info': async () =>
      ok({
        ...info,
        copySizeBytes: copySizeBytes(),
        warnings: [...info.warnings()],
        tokenKeeping: await tokenKeeping(),
      }),
    'app.notices': () => ok({ text: notices() }),
    'app.preferences': () => ok(preferences.read()),
    'app.setPreferences': (changed) => {
      const merged = { ...preferences.read(), ...namedSettings(changed) };
      preferences.write(merged);
      announce('preferences.changed');
      return ok(merged);
    },
    'app.exportPending': async () => pendingText(await queries.pendingAsJson(clock.yieldToEventLoop)),
  }) satisfies SomeHandlers;

/** The practice service, and another person's edit on it. */
export const practiceHandlers = (practice: Practice) =>
  ({
    'practice.state': () => ok(practice.state()),
    'practice.set': async (changed) => ok(await practice.set(namedSettings(changed))),
    'practice.editAsSomebodyElse': async (change) => {
      const isThere = await practice.editAsSomebodyElse(change);
      return isThere ? ok(null) : fail(notFound);
    },
  }) satisfies SomeHandlers;
