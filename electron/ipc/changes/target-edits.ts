import type { Target } from '../../../src/contract/changes.ts';
import type { EditId } from '../../../src/domain/core/ids.ts';
import type { HandlerContext } from '../handler-context.ts';

/** The edits that a target means, in the order of the queue. */
export function editsOfTarget(
  { tables, queries }: Pick<HandlerContext, 'queries' | 'tables'>,
  target: Target,
): readonly EditId[] {
  if ('editId' in target) return [target.editId];
  if ('outcome' in target) return queries.outcomes.idsOfGroup(target.changeSetId, target.outcome);
  return tables.outbox.editIdsOfSet(target.changeSetId);
}
