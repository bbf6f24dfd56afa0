import { accountRefOf } from '../../../src/domain/connections/connection.ts';
import type { ChangeSetId } from '../../../src/domain/core/ids.ts';
import type { PlannedFile } from '../../../src/domain/edits/bulk.ts';
import type { RequestedChange } from '../../../src/domain/edits/edit.ts';
import type { FieldValue } from '../../../src/domain/files/field.ts';
import { cutText } from '../../../src/domain/core/text.ts';
import type { Plan as PlanAnswer } from '../../../src/contract/bulk.ts';
import type { Failure } from '../../../src/domain/core/failure.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import { LARGEST_WINDOW_ROWS } from '../../../src/domain/files/queries.ts';
import { MOST_TABLE_FILES, TableSize } from '../../../src/domain/files/table-size.ts';
import type { BulkPlan } from '../../sync/bulk/bulk-plans.ts';
import { planTable } from '../../sync/bulk/plan-table.ts';
import { toCsv, toJson } from '../../sync/bulk/table-format.ts';
import { slicesOf } from '../../sync/yielding.ts';
import { Cancellations } from '../cancellations.ts';
import { notFound, queued, type HandlerContext } from '../handler-context.ts';
import { selectedKeys } from '../requested-files.ts';
import type { SomeHandlers } from '../router.ts';

type Context = Pick<
  HandlerContext,
  'announce' | 'chosen' | 'clock' | 'connections' | 'plans' | 'queue' | 'report' | 'texts' | 'undo'
>;

export function bulkHandlers(context: Context) {
  const { plans, connections, queue, undo, announce, report } = context;
  return {
    'bulk.prepare': async ({ connectionId, selection, operations }) => {
      const keys = selectedKeys(context, connectionId, selection);
      return answerOf(await plans.prepareBulk(connectionId, keys, operations));
    },
    'bulk.window': ({ planId, from, to }) => {
      const plan = plans.get(planId);
      if (plan === null) return fail(notFound);
      const rows = plan.planned.slice(from, Math.min(to, from + LARGEST_WINDOW_ROWS));
      return ok({ rows: rows.map(shownRow) });
    },
    'bulk.apply': async ({ planId }) => {
      const plan = plans.get(planId);
      const connection = plan === null ? null : connections.get(plan.connectionId);
      if (plan === null || connection === null) return fail(notFound);
      // One transaction: an edit that is saved has its undo step, and a plan that is not can be applied again.
      const remember = (id: ChangeSetId): void => undo.queued(plan.connectionId, plan.title, id);
      const applied = plans.apply(plan, accountRefOf(connection), remember);
      if (applied === null) return fail(notFound);
      queued(context, plan.connectionId);
      // The answer goes out when the edits are durable; the projection of thousands of files takes longer.
      void queue.afterwards(applied.show).then(() => announce('files.changed'), report);
      return ok({ changeSetId: applied.id, files: applied.files });
    },
    ...tableHandlers(context),
  } satisfies SomeHandlers;
}

/** The channels of tables that a person edits elsewhere. */
function tableHandlers(context: Context) {
  const { plans, clock, texts } = context;
  const cancellations = new Cancellations();
  return {
    'table.export': async ({ connectionId, selection, format }) => {
      const files: FileRecord[] = [];
      const keys = selectedKeys(context, connectionId, selection);
      if (keys.length > MOST_TABLE_FILES) return fail(tooManyForATable);
      const size = new TableSize(format);
      for await (const slice of slicesOf(clock, keys)) {
        const shown = slice.flatMap((key) => plans.records({ ...key, connectionId })?.shown ?? []);
        for (const file of shown) size.add(file);
        // Before the next slice: records of a few megabytes each would fill the memory.
        if (size.problem !== null) return fail(size.problem);
        files.push(...shown);
      }
      return ok({ text: format === 'csv' ? toCsv(files) : toJson(files), files: files.length });
    },
    'table.import': async ({ connectionId, ticket, putsBack, ...table }) => {
      return await cancellations.during(ticket, async (signal) => {
        const lines = await texts.table(table, signal);
        if (!lines.ok) return lines;
        try {
          const given = { lines: lines.value, putsBack };
          return answerOf((await planTable(plans, connectionId, given, signal)) ?? fail(notFound));
        } finally {
          lines.value.close();
        }
      });
    },
    'table.giveUp': ({ ticket }) => {
      cancellations.cancel(ticket);
      return ok(null);
    },
  } satisfies SomeHandlers;
}

const tooManyForATable: Failure = { kind: 'tooMany', of: 'tableFiles', most: MOST_TABLE_FILES };

/** A planned file as a screen shows it; the plan keeps its texts whole. */
const shownRow = ({ changes, outdated, name, ...row }: PlannedFile): PlannedFile => ({
  ...row,
  name: name === null ? null : cutText(name),
  changes: changes.map(shownChange),
  outdated: outdated.map(shownChange),
});
const shownChange = ({ field, base, mine }: RequestedChange): RequestedChange => ({
  ...{ field, base: shownValue(base), mine: shownValue(mine) },
});
const shownValue = (value: FieldValue): FieldValue => (value === null ? null : cutText(value));

const answerOf = (made: Result<BulkPlan, Failure>): Result<PlanAnswer, Failure> =>
  made.ok ? ok(summaryOf(made.value)) : made;

const summaryOf = ({ planId, title, files, planned, problems, problemCount }: BulkPlan): PlanAnswer => ({
  planId,
  title,
  files,
  changed: planned.filter(({ problem }) => problem === null).length,
  unfit: planned.filter(({ problem }) => problem !== null).length,
  outdated: planned.filter(({ outdated }) => outdated.length > 0).length,
  problems: [...problems],
  problemCount,
});
