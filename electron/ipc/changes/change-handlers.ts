import type { EditDetail, DryRun, ListedChangeSet, Target } from '../../../src/contract/changes.ts';
import { accountRefOf, type Connection, isSameAccount } from '../../../src/domain/connections/connection.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import { type ChangeSetId, type ConnectionId, type FileKey, fileKeyText } from '../../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { type ChangeSetRow, type FileEdit, fileKeyOf, type OpenConflict } from '../../../src/domain/edits/edit.ts';
import { verdictOrder } from '../../../src/domain/edits/dry-run/dry-run-groups.ts';
import { mayLackValue, titleWithValue } from '../../../src/domain/edits/set-title.ts';
import { LARGEST_WINDOW_ROWS } from '../../../src/domain/files/queries.ts';
import { dryRun, type DryRunLine } from '../../sync/push/dry-run.ts';
import { slicesOf } from '../../sync/yielding.ts';
import { waitOfEdit } from '../file-waits.ts';
import { type HandlerContext, notFound, withConnection } from '../handler-context.ts';
import { mirroredName } from '../requested-files.ts';
import type { SomeHandlers } from '../router.ts';
import { editsOfTarget } from './target-edits.ts';

type Context = Pick<HandlerContext, 'announce' | 'clock' | 'connections' | 'notes' | 'parked' | 'queries' | 'tables'>;

/** Each edit is read with its attempts while other requests wait. */
const LARGEST_PAGE_EDITS = 100;

export function changeHandlers(context: Context) {
  const { queries, tables } = context;
  return {
    'changes.counts': ({ connectionId }) =>
      withConnection(context, connectionId, () => ok({ ...queries.tabCounts(connectionId) })),
    'changes.list': ({ connectionId, from, to, ...asked }) =>
      withConnection(context, connectionId, (connection) => {
        const page = { ...asked, from, to: Math.min(to, from + LARGEST_WINDOW_ROWS) };
        const { rows, count, groups } = queries.listSets(connectionId, accountRefOf(connection), page);
        return ok({ rows: rows.map((row) => listed(context, connection, row)), count, groups: [...groups] });
      }),
    'changes.set': ({ connectionId, changeSetId, from, to }) =>
      withConnection(context, connectionId, (connection) => {
        const row = queries.set(changeSetId, accountRefOf(connection));
        if (row === null) return fail(notFound);
        const edits = tables.outbox.editsOfSet(changeSetId, from, Math.min(to, from + LARGEST_PAGE_EDITS));
        return ok({
          row: listed(context, connection, row),
          edits: edits.map((edit) => detailOf(context, connection, edit)),
        });
      }),
    ...outcomeHandlers(context),
    'changes.ofFile': ({ connectionId, key }) =>
      withConnection(context, connectionId, (connection) => {
        const edits = tables.outbox.openEdits({ ...key, connectionId });
        return ok(edits.map((edit) => detailOf(context, connection, edit)));
      }),
    'changes.note': ({ changeSetId, note }) => {
      context.notes.put(changeSetId, note.trim());
      context.announce('changes.changed');
      return ok(null);
    },
    'changes.conflicts': ({ connectionId, changeSetId }) => answerConflicts(context, connectionId, changeSetId),
    'changes.dryRun': ({ connectionId, changeSetIds }) => answerDryRun(context, connectionId, changeSetIds),
  } satisfies SomeHandlers;
}

/** The open conflicts with the names of their files, each looked up once: a file may have thousands of conflicts, and of keys. */
async function answerConflicts(context: Context, connectionId: ConnectionId, changeSet: ChangeSetId | null) {
  const names = new Map<string, string | null>();
  const nameOf = (key: FileKey): string | null => {
    const known = names.get(fileKeyText(key));
    const name = known === undefined ? mirroredName(context, connectionId, key) : known;
    names.set(fileKeyText(key), name);
    return name;
  };
  const named = (conflict: OpenConflict) => ({ ...conflict, fileName: nameOf(conflict.key) });
  const { yieldToEventLoop } = context.clock;
  return ok([...(await context.queries.conflictsInSlices(connectionId, changeSet, named, yieldToEventLoop))]);
}

/** What became of the files of a change set. */
function outcomeHandlers(context: Context) {
  const { queries } = context;
  return {
    'changes.outcomes': ({ changeSetId }) => {
      return ok({ groups: [...queries.outcomes.groups(changeSetId)] });
    },
    'changes.tape': ({ changeSetId }) => {
      const { tape, sent } = queries.outcomes;
      return ok({ tape: tape(changeSetId), sent: sent(changeSetId) });
    },
    'changes.export': ({ connectionId, target }) => exportOf(context, connectionId, target),
    'changes.edits': ({ connectionId, changeSetId, outcome, after, most }) =>
      withConnection(context, connectionId, (connection) => {
        const page = Math.min(most, LARGEST_PAGE_EDITS);
        const edits = queries.outcomes.editsOfGroup(changeSetId, outcome, after, page);
        return ok(edits.map((edit) => detailOf(context, connection, edit)));
      }),
  } satisfies SomeHandlers;
}

/** Read in slices: a set may have 10,000 edits, and the writer has other requests to answer. */
async function exportOf(context: Context, connectionId: ConnectionId, target: Target) {
  const edits: (FileEdit & { readonly fileName: string | null })[] = [];
  for await (const slice of slicesOf(context.clock, editsOfTarget(context, target))) {
    for (const id of slice) {
      const edit = context.tables.outbox.edit(id);
      if (edit === null) continue;
      edits.push({ fileName: mirroredName(context, connectionId, fileKeyOf(edit)), ...edit });
    }
  }
  return ok({ json: JSON.stringify({ edits }, null, 2) });
}

/** A change set with the wait of one of its edits. */
function listed(context: Context, connection: Connection, row: ChangeSetRow): ListedChangeSet {
  const { queries, tables } = context;
  const found = row.queued === 0 ? null : queries.waitingEdit(row.id);
  const edit = found === null ? null : tables.outbox.edit(found.id);
  const wait = edit === null ? null : waitOfEdit(context, connection, edit);
  return { ...row, title: titleOf(context, row), wait, failedFiles: found?.failedFiles ?? 0 };
}

/** Titles of earlier builds lack the value, which the first edit of the set has. */
function titleOf({ tables }: Context, { id, title }: ChangeSetRow): string {
  if (!mayLackValue(title)) return title;
  const [first] = tables.outbox.editsOfSet(id, 0, 1);
  return titleWithValue(title, first?.changes ?? []);
}

/** The details of an edit: its attempts, the service's messages, the time of the next attempt. */
function detailOf(context: Context, connection: Connection, edit: FileEdit): EditDetail {
  const { outbox } = context.tables;
  const attempts = outbox
    .attemptsOfEdit(edit.id)
    .map(({ startedAtMs, body, endedAtMs, outcome, requestId, isResolved }) => ({
      startedAtMs,
      body,
      endedAtMs,
      outcome,
      requestId,
      awaitsAnswer: !isResolved && requestId === null,
    }));
  return {
    edit,
    fileName: mirroredName(context, connection.id, fileKeyOf(edit)),
    attempts,
    wait: waitOfEdit(context, connection, edit),
    parked: !isSameAccount(edit.accountRef, accountRefOf(connection)),
    adoptions: [...context.parked.adoptionsOf(edit.id)],
  };
}

type Verdict = DryRunLine['verdict'];

const LISTED_FILES = 1_000;

export async function answerDryRun(
  context: Context,
  connectionId: ConnectionId,
  only: readonly ChangeSetId[] | null,
): Promise<Result<DryRun, Failure>> {
  const running = context.connections.running(connectionId);
  if (running === null) return fail(notFound);
  const done = await running.beside(async (signal) => {
    const result = await dryRun(running.sync, only, signal);
    return signal.aborted ? null : result;
  });
  if (done === null) return fail(notFound);
  const { lines, ...asked } = done;
  const sorted = lines.toSorted((a, b) => verdictOrder.indexOf(a.verdict) - verdictOrder.indexOf(b.verdict));
  const count = (verdict: Verdict): number => lines.filter((line) => line.verdict === verdict).length;
  return ok({
    ...asked,
    counts: {
      wouldApply: count('wouldApply'),
      alreadyThere: count('alreadyThere'),
      conflict: count('conflict'),
      refused: count('refused'),
      wouldGiveWay: count('wouldGiveWay'),
      gone: count('gone'),
      unread: count('unread'),
      unknown: count('unknown'),
    },
    files: sorted.slice(0, LISTED_FILES).map((line) => ({
      ...line,
      fields: [...line.fields],
      fileName: mirroredName(context, connectionId, line.key),
    })),
  });
}
