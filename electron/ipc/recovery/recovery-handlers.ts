import type { Preferences } from '../../../src/contract/app.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import type { OutboxContents, OutboxCopy } from '../../../src/domain/recovery/recovery.ts';
import { notFound, pendingText } from '../handler-context.ts';
import type { SomeHandlers } from '../router.ts';

/** The copies of the outbox, while the core runs and while it does not. */
export const copiesHandlers = ({ copies }: { readonly copies: () => OutboxCopy[] }) =>
  ({ 'recovery.copies': () => ok({ copies: copies() }) }) satisfies SomeHandlers;

export type RecoveryContext = {
  readonly copies: () => OutboxCopy[];
  readonly contents: () => OutboxContents;
  readonly preferences: () => Preferences;
  /** All edits that wait and can be read, as JSON text; null where they are too long for one. */
  readonly pending: () => string | null;
  readonly startFresh: () => void;
  /** @returns false without such a copy */
  readonly restore: (name: string) => boolean;
  readonly putBack: (name: string) => boolean;
};

/** What the core answers while it does not run. An action has to be followed by another start. */
export const recoveryHandlers = (context: RecoveryContext) =>
  ({
    ...copiesHandlers(context),
    'app.preferences': () => ok(context.preferences()),
    'app.exportPending': () => pendingText(context.pending()),
    'recovery.contents': () => ok(context.contents()),
    'recovery.startFresh': () => {
      context.startFresh();
      return ok(null);
    },
    'recovery.restore': ({ name }) => (context.restore(name) ? ok(null) : fail(notFound)),
    'recovery.putBack': ({ name }) => (context.putBack(name) ? ok(null) : fail(notFound)),
    'recovery.startNormally': () => ok(null),
  }) satisfies SomeHandlers;
