import { ok } from '../../../src/domain/core/result.ts';
import type { SomeHandlers } from '../router.ts';
import type { HandlerContext } from '../handler-context.ts';

type Context = Pick<HandlerContext, 'copySizeBytes' | 'info' | 'preferences' | 'queries' | 'tokenKeeping'>;

export const appHandlers = ({ info, copySizeBytes, tokenKeeping, preferences, queries }: Context) =>
  ({
    'app.info': async () =>
      ok({
        ...info,
        copySizeBytes: copySizeBytes(),
        warnings: [...info.warnings],
        tokenKeeping: await tokenKeeping(),
      }),
    'app.preferences': () => ok(preferences.read()),
    'app.setPreferences': (changed) => {
      const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
      const merged = { ...preferences.read(), ...given };
      preferences.write(merged);
      return ok(merged);
    },
    'app.exportPending': () => ok({ json: JSON.stringify(queries.pending(), null, 2) }),
  }) satisfies SomeHandlers;
