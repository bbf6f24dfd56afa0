import type { Target, UndoSteps } from '../../../src/contract/changes.ts';
import { type AccountRef, accountRefOf, type Connection } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId, EditId, FileKey } from '../../../src/domain/core/ids.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import type { OpenConflict } from '../../../src/domain/edits/edit.ts';
import { isAsSeen } from '../../../src/domain/edits/requeue.ts';
import { clippedName, countInTitle, titleOfSome } from '../../../src/domain/edits/set-title.ts';
import { type Field, metadataKey } from '../../../src/domain/files/field.ts';
import { unfinishedChanges } from '../../sync/outbox/edits-of-file.ts';
import type { DoneStep } from '../../sync/outbox/undo-history.ts';
import type { DecisionPart } from '../../sync/outbox/undo-step.ts';
import { slicesOf } from '../../sync/yielding.ts';
import { type HandlerContext, notFound, queued, queuedInParts, withConnection } from '../handler-context.ts';
import { mirroredName } from '../requested-files.ts';
import type { SomeHandlers } from '../router.ts';
import { editsOfTarget } from './target-edits.ts';

type Context = Pick<HandlerContext, 'announce' | 'clock' | 'connections' | 'queries' | 'queue' | 'tables' | 'undo'>;

/** The person's actions on waiting, conflicted, refused and sent edits. */
export function decisionHandlers(context: Context) {
  const { queue, undo, clock } = context;
  const verb =
    (act: (ids: readonly EditId[]) => void) => async (input: { connectionId: ConnectionId; target: Target }) => {
      await queuedInParts(context, input.connectionId, async () => {
        for await (const slice of slicesOf(clock, editsOfTarget(context, input.target))) act(slice);
      });
      return ok(null);
    };
  const step =
    (act: 'discard' | 'restore' | 'takeBack', titled: (title: string) => string) =>
    (input: { connectionId: ConnectionId; target: Target }) =>
      withConnection(context, input.connectionId, async (connection) => {
        const edits = editsOfTarget(context, input.target);
        const title = titled(titleOfTarget(context, connection, input.target, edits.length));
        await queuedInParts(context, connection.id, () =>
          undo[act](connection.id, accountRefOf(connection), title, edits),
        );
        return ok(null);
      });
  return {
    'changes.decide': ({ connectionId, key, decisions, part }) => {
      const of = { ...key, connectionId };
      const waiting = unfinishedChanges(context.tables.outbox, of);
      if (!decisions.every((one) => isAsSeen(waiting, one))) return fail({ kind: 'changedSince' });
      const title = `Settle ${titleOfConflict(context, connectionId, key)}`;
      queue.together(() => undo.decided(connectionId, title, queue.decide(of, decisions), part));
      queued(context, connectionId);
      return ok(null);
    },
    'changes.discardField': (input) => discardField(context, input),
    'changes.hold': verb((ids) => queue.hold(ids)),
    'changes.release': verb((ids) => queue.release(ids)),
    'changes.discard': step('discard', (title) => `Discard: ${title}`),
    'changes.takeBack': step('takeBack', (title) => `Undo: ${title}`),
    'changes.restore': step('restore', (title) => `Undo: Discard: ${title}`),
    'changes.decideSame': (input) => decideSame(context, input),
    'changes.retry': verb((ids) => queue.retry(ids)),
  } satisfies SomeHandlers;
}

/** Discards one field of a file's waiting edits, as a step of undo of its own. */
function discardField(context: Context, { connectionId, key, field }: FieldOfFile) {
  const { queue, undo } = context;
  const title = `Discard: ${clippedName(metadataKey(field) ?? 'the name')} of ${clippedNameOf(context, connectionId, key)}`;
  const isDiscarded = queue.together(() => {
    const discarded = queue.discardField({ ...key, connectionId }, field);
    if (discarded !== null) undo.decided(connectionId, title, discarded);
    return discarded !== null;
  });
  queued(context, connectionId);
  return ok({ isDiscarded });
}

type FieldOfFile = { readonly connectionId: ConnectionId; readonly key: FileKey; readonly field: Field };

type SameDecision = {
  readonly connectionId: ConnectionId;
  readonly field: Field;
  readonly choice: 'mine' | 'server';
  readonly seenAtMs: number;
};

/** Decides every conflict over one field alike: one step of undo, whose parts are queued in transactions of their own. */
async function decideSame(context: Context, { connectionId, field, choice, seenAtMs }: SameDecision) {
  const { clock, queries, queue, tables, undo } = context;
  const isMeant = (one: OpenConflict): boolean => one.field === field && (one.serverSeenAtMs ?? 0) <= seenAtMs;
  const meant = (one: OpenConflict): readonly OpenConflict[] => (isMeant(one) ? [one] : []);
  const waiting = (await queries.conflictsInSlices(connectionId, null, meant, clock.yieldToEventLoop)).flat();
  const title = `Settle ${countInTitle(waiting.length)} conflicts over ${clippedName(metadataKey(field) ?? 'the name')}`;
  let files = 0;
  // A pull between two parts may bring another value, which the choice was not about.
  const isSeen = ({ key, server }: OpenConflict): boolean =>
    isAsSeen(unfinishedChanges(tables.outbox, { ...key, connectionId }), { field, server });
  await queuedInParts(context, connectionId, async () => {
    let part: DecisionPart = 'first';
    for await (const some of slicesOf(clock, waiting)) {
      queue.together(() => {
        const seen = some.filter(isSeen);
        const decided = seen.flatMap(({ key }) =>
          queue.decide({ ...key, connectionId }, [{ field, choice: { kind: choice } }]),
        );
        files += seen.length;
        undo.decided(connectionId, title, decided, part);
      });
      part = 'further';
    }
  });
  return ok({ files });
}

/** The title of the change set of a target, with the number of its edits where it is a part of the set. */
function titleOfTarget({ tables, queries }: Context, connection: Connection, target: Target, edits: number): string {
  const setId = 'editId' in target ? tables.outbox.edit(target.editId)?.changeSetId : target.changeSetId;
  const row = setId === undefined ? null : queries.set(setId, accountRefOf(connection));
  if (row === null) return 'an edit';
  const isPart = 'editId' in target || 'outcome' in target;
  return isPart && edits < row.files ? titleOfSome(row.title, edits) : row.title;
}

const titleOfConflict = (context: Context, connectionId: ConnectionId, key: FileKey): string =>
  `the conflict in ${clippedNameOf(context, connectionId, key)}`;

const clippedNameOf = (context: Context, connectionId: ConnectionId, key: FileKey): string =>
  clippedName(mirroredName(context, connectionId, key) ?? key.id);

/** The undo history of a connection, and one step back or forth in it. */
export function undoHandlers(context: Pick<HandlerContext, 'announce' | 'connections' | 'undo' | 'undoId'>) {
  const { undo, undoId, connections } = context;
  const steps = (id: ConnectionId): UndoSteps => ({ ...undo.state(id), undoId: undoId(id) });
  const verb =
    (act: (id: ConnectionId, accountRef: AccountRef) => Promise<DoneStep | null>) =>
    async (input: { connectionId: ConnectionId }) => {
      const connection = connections.get(input.connectionId);
      if (connection === null) return fail(notFound);
      const step = await queuedInParts(context, connection.id, () => act(connection.id, accountRefOf(connection)));
      return ok({ ...steps(input.connectionId), step });
    };
  return {
    'undo.state': ({ connectionId }) => ok(steps(connectionId)),
    'undo.undo': verb((id, accountRef) => undo.undo(id, accountRef)),
    'undo.redo': verb((id, accountRef) => undo.redo(id, accountRef)),
  } satisfies SomeHandlers;
}
