import type { Target } from '../../../src/contract/changes.ts';
import { accountRefOf, type Connection } from '../../../src/domain/connections/connection.ts';
import { ok } from '../../../src/domain/core/result.ts';
import { limitFor, type Remedy, remedied, type RemedyChoices, RemedyTally } from '../../../src/domain/edits/remedy.ts';
import { remedyTitle } from '../../../src/domain/edits/set-title.ts';
import { pairLimit, type ServiceLimits } from '../../../src/domain/service/service-limits.ts';
import { type RefusedEdit, refusedEdit } from '../../sync/outbox/remedied-edits.ts';
import { slicesOf } from '../../sync/yielding.ts';
import { type HandlerContext, queuedInParts, withConnection } from '../handler-context.ts';
import type { SomeHandlers } from '../router.ts';
import { editsOfTarget } from './target-edits.ts';

type Context = Pick<HandlerContext, 'announce' | 'clock' | 'connections' | 'queries' | 'queue' | 'tables' | 'undo'>;

/** Ways past a service's limit on pairs, for edits that it refused. */
export function remedyHandlers(context: Context) {
  return {
    'changes.remedyChoices': ({ connectionId, target }) =>
      withConnection(context, connectionId, async (connection) => ok(await choicesOf(context, connection, target))),
    'changes.remedy': ({ connectionId, target, remedy }) =>
      withConnection(context, connectionId, async (connection) => {
        const fitting = await fittingEdits(context, connection, target, remedy);
        if (fitting.length === 0) return ok({ files: 0 });
        const title = remedyTitle(remedy, fitting);
        const ids = fitting.map(({ id }) => id);
        await queuedInParts(context, connectionId, () =>
          context.undo.remedy(connectionId, accountRefOf(connection), title, ids, remedy),
        );
        return ok({ files: ids.length });
      }),
  } satisfies SomeHandlers;
}

/** @returns null where no learnt limit on pairs explains why the edits were refused */
async function choicesOf(context: Context, connection: Connection, target: Target): Promise<RemedyChoices | null> {
  const { limits, keyvaluesMode } = connection.learnt;
  const limit = pairLimit(limits);
  if (limit === null) return null;
  const tally = new RemedyTally();
  for await (const slice of slicesOf(context.clock, editsOfTarget(context, target)))
    for (const edit of refusedIn(context, connection, slice)) if (isExplained(edit, limits)) tally.add(edit);
  const choices = tally.choices();
  if (choices.files === 0) return null;
  return { ...choices, mostPairs: limit.most, canRemove: keyvaluesMode !== 'mergeWithoutRemoval' };
}

/** Whether the learnt limit on pairs is why an edit was refused. */
const isExplained = (edit: RefusedEdit, limits: ServiceLimits): boolean =>
  limitFor(edit, edit.wanted, limits) === 'pairs';

/** The edits that a remedy helps: the limit explains them, their files have its key, and no limit is in the way afterwards. */
async function fittingEdits(
  context: Context,
  connection: Connection,
  target: Target,
  remedy: Remedy,
): Promise<readonly RefusedEdit[]> {
  const { limits } = connection.learnt;
  const fitting: RefusedEdit[] = [];
  for await (const slice of slicesOf(context.clock, editsOfTarget(context, target)))
    for (const edit of refusedIn(context, connection, slice)) {
      if (!isExplained(edit, limits)) continue;
      const changes = remedied(edit, remedy);
      if (changes.length > 0 && limitFor(edit, changes, limits) === null) fitting.push(edit);
    }
  return fitting;
}

const refusedIn = (
  { tables }: Context,
  connection: Connection,
  ids: ReturnType<typeof editsOfTarget>,
): readonly RefusedEdit[] => ids.flatMap((id) => refusedEdit(tables, accountRefOf(connection), id) ?? []);
