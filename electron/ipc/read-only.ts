import type { ConnectionId } from '../../src/domain/core/ids.ts';
import { fail } from '../../src/domain/core/result.ts';
import type { HandlersOf } from './router.ts';
import { notFound, type HandlerContext } from './handler-context.ts';

/** The channels that queue an edit, new or restored. */
type Queueing =
  'files.edit' | 'bulk.apply' | 'changes.remedy' | 'changes.restore' | 'changes.takeBack' | 'undo.undo' | 'undo.redo';

/** The same handlers, with the failure `readOnly` for a read-only connection. */
export function unlessReadOnly(
  { connections, plans }: Pick<HandlerContext, 'connections' | 'plans'>,
  handlers: HandlersOf<Queueing>,
): HandlersOf<Queueing> {
  const isReadOnly = (id: ConnectionId): boolean => connections.get(id)?.readOnly ?? false;
  const refused = fail({ kind: 'readOnly' as const });
  const guarded =
    <Input extends { readonly connectionId: ConnectionId }, Answer>(handler: (input: Input) => Answer) =>
    (input: Input) =>
      isReadOnly(input.connectionId) ? refused : handler(input);
  return {
    'files.edit': guarded(handlers['files.edit']),
    'changes.remedy': guarded(handlers['changes.remedy']),
    'changes.restore': guarded(handlers['changes.restore']),
    'changes.takeBack': guarded(handlers['changes.takeBack']),
    'undo.undo': guarded(handlers['undo.undo']),
    'undo.redo': guarded(handlers['undo.redo']),
    'bulk.apply': (input) => {
      const plan = plans.get(input.planId);
      if (plan === null) return fail(notFound);
      return isReadOnly(plan.connectionId) ? refused : handlers['bulk.apply'](input);
    },
  };
}
