import { type ConnectionId, fileKeyText } from '../../../src/domain/core/ids.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import type { LineProblem, PlannedFile, TableProblem } from '../../../src/domain/edits/bulk.ts';
import type { RequestedChange } from '../../../src/domain/edits/edit.ts';
import { tableTitle } from '../../../src/domain/edits/set-title.ts';
import type { PlanTooLarge } from '../../../src/domain/edits/plan-size.ts';
import { type BulkPlan, type BulkPlans, plannedFileOf } from './bulk-plans.ts';
import type { LimitProblems } from './limit-problems.ts';
import type { Lines } from './lines.ts';
import { changesOfLine, type TableLine } from './table-format.ts';

/** More problems are counted: nobody reads them one by one. */
const LISTED_PROBLEMS = 1_000;

/**
 * Plans the changes of an edited table. Lines that cannot be used become problems and change nothing.
 *
 * @param putsBack whether cells with an earlier value replace what somebody else wrote since; else they are left out
 * @returns null once the signal is aborted
 */
export async function planTable(
  plans: BulkPlans,
  connectionId: ConnectionId,
  { lines, putsBack }: { readonly lines: Lines<TableLine>; readonly putsBack: boolean },
  signal: AbortSignal,
): Promise<Result<BulkPlan, PlanTooLarge> | null> {
  const planned = plans.planned(connectionId);
  const problems: TableProblem[] = [];
  let problemCount = 0;
  const seen = new Set<string>();
  const limitProblems = plans.limitProblems(connectionId);
  for await (const slice of lines.slices()) {
    if (signal.aborted) return null;
    for (const line of slice) {
      const read = planLine(plans, limitProblems, { connectionId, line, seen, putsBack });
      if (typeof read !== 'string') {
        if (read.changes.length + read.outdated.length > 0) planned.add(read);
      } else if (++problemCount <= LISTED_PROBLEMS) problems.push({ line: line.line, text: line.text, problem: read });
    }
    if (planned.tooLarge !== null) return fail(planned.tooLarge);
  }
  const changing = planned.all.map((file) => limitProblems.withProblem(file));
  const files = changing.filter(({ problem }) => problem === null).length;
  const title = tableTitle(fieldsOf(changing), files);
  const { sizeBytes, accountRef } = planned;
  const plan = { connectionId, accountRef, title, files: lines.count, planned: changing, problems, problemCount };
  return ok(plans.keep({ ...plan, sizeBytes }));
}

/** A change of each field that files of the table change: a table has few columns, and maybe a million files. */
function fieldsOf(planned: readonly PlannedFile[]): readonly RequestedChange[] {
  const byField = new Map<string, RequestedChange>();
  for (const { changes, problem } of planned) {
    if (problem === null) for (const change of changes) byField.set(change.field, change);
  }
  return [...byField.values()];
}

type PlannedLine = {
  readonly connectionId: ConnectionId;
  readonly line: TableLine;
  readonly seen: Set<string>;
  readonly putsBack: boolean;
};

/** @returns a problem when the line cannot be used */
function planLine(
  plans: BulkPlans,
  limitProblems: LimitProblems,
  { connectionId, line, seen, putsBack }: PlannedLine,
): PlannedFile | LineProblem {
  const { key, surplus } = line;
  if (key === null) return 'noFileId';
  if (surplus > 0) return 'moreCells';
  const text = fileKeyText(key);
  if (seen.has(text)) return 'twice';
  seen.add(text);
  const of = { ...key, connectionId };
  const records = plans.records(of);
  if (records === null) return 'notInCopy';
  const changes = changesOfLine(records.shown, line);
  const isOutdated = putsBack || changes.length === 0 ? () => false : plans.isOutdated(of, records);
  const [outdated, wanted] = [changes.filter(isOutdated), changes.filter((change) => !isOutdated(change))];
  const file = plannedFileOf(key, records.shown, wanted, outdated);
  limitProblems.note(file, records);
  return file;
}
